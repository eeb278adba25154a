// Starting long thoughts in a worker (study.worker.ts), with their progress, and ending them.
import type { Totals } from './balance';
import type { Reviewed } from './review';

export type Job =
  | { kind: 'review'; language: string; log: string; board: string | null; iterations: number }
  | { kind: 'balance'; language: string; board: string; seats: number; games: number; step: number };

export type News =
  | { kind: 'review'; done: number; of: number; reviewed: Reviewed | null }
  | { kind: 'balance'; done: number; of: number; totals: Totals }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

/** Starts a job; gives what ends it at once. */
export function study(job: Job, tell: (news: News) => void): () => void {
  const worker = new Worker(new URL('./study.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (e: MessageEvent<News>) => {
    if (e.data.kind === 'done' || e.data.kind === 'failed') worker.terminate();
    tell(e.data);
  });
  worker.addEventListener('error', (e) => {
    worker.terminate();
    tell({ kind: 'failed', message: e.message });
  });
  worker.postMessage(job);
  return () => worker.terminate();
}
