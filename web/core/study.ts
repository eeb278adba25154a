// Starting long thoughts in workers (study.worker.ts), with their progress, and ending them.
import type { Totals } from './balance';
import { wordsOf } from './language';
import { thinned, type Chances, type Effort, type Reviewed } from './review';

/** A language, and its words, which the worker is given. */
interface Spoken {
  language: string;
  words?: Uint8Array | undefined;
}

/** What a worker is asked. A log is opened once; then its positions and choices are asked for, one at a time. */
export type Job =
  | ({ kind: 'open'; log: string; board: string | null } & Spoken)
  | { kind: 'chances'; n: number; first: number; games: number }
  | { kind: 'choice'; n: number; effort: Effort }
  | ({ kind: 'balance'; board: string; seats: number; games: number; step: number } & Spoken);

export type News =
  | { kind: 'chances'; chances: Chances }
  | { kind: 'choice'; reviewed: Reviewed | null }
  | { kind: 'balance'; done: number; of: number; totals: Totals }
  | { kind: 'done' } // the job is
  | { kind: 'failed'; message: string };

function worker(tell: (news: News) => void): Worker {
  const made = new Worker(new URL('./study.worker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('message', (e: MessageEvent<News>) => tell(e.data));
  made.addEventListener('error', (e) => tell({ kind: 'failed', message: e.message }));
  return made;
}

/** Starts a job in a worker of its own; gives what ends it at once. */
export function study(job: Job & Spoken, tell: (news: News) => void): () => void {
  const one = worker((news) => {
    if (news.kind === 'done' || news.kind === 'failed') one.terminate();
    tell(news);
  });
  one.postMessage({ ...job, words: wordsOf(job.language) });
  return () => one.terminate();
}

export interface ReviewJob {
  language: string;
  log: string;
  board: string | null;
  events: number;
  moments: number[]; // events before each position in which a seat is to act
  effort: Effort;
}

export type ReviewNews =
  | { kind: 'chances'; chances: Chances }
  | { kind: 'choice'; reviewed: Reviewed }
  | { kind: 'progress'; done: number; of: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string };

const POINTS = 120; // of the chart
const PASS = 40; // games for each of them at a time
const LEAST = 3; // passes; more while there is time
const MOST = 12;
const TIME = 30_000; // milliseconds for all of it, if so many passes are not done before
const WORKERS = 6;

/** What is to be done, in the order of doing: a first sketch of the chart, the choices, then the chart again and again. */
function* jobs(job: ReviewJob, late: () => boolean): Generator<Job> {
  const points = thinned(job.moments, POINTS);
  const pass = (k: number): Job[] => points.map((n) => ({ kind: 'chances', n, first: k * PASS, games: PASS }));
  yield* pass(0);
  for (const n of job.moments) yield { kind: 'choice', n, effort: job.effort };
  for (let k = 1; k < MOST && (k < LEAST || !late()); k++) yield* pass(k);
}

/** Reviews a game with as many workers as the machine has to spare; gives what ends it at once. */
export function review(job: ReviewJob, tell: (news: ReviewNews) => void): () => void {
  const begun = performance.now();
  const queue = jobs(job, () => performance.now() - begun > TIME);
  const of = job.moments.length + LEAST * Math.min(POINTS, job.moments.length);
  const workers: Worker[] = [];
  let done = 0;
  let busy = 0;
  const end = () => workers.splice(0).forEach((w) => w.terminate());

  const next = (w: Worker) => {
    const { value } = queue.next();
    if (value) return w.postMessage(value);
    if (--busy > 0) return;
    end();
    tell({ kind: 'done' });
  };
  const hear = (w: Worker, news: News) => {
    if (workers.length === 0) return; // ended meanwhile
    if (news.kind === 'failed') {
      end();
      tell(news);
      return;
    }
    if (news.kind === 'chances') tell(news);
    if (news.kind === 'choice' && news.reviewed) tell({ kind: 'choice', reviewed: news.reviewed });
    if (news.kind === 'chances' || news.kind === 'choice') tell({ kind: 'progress', done: Math.min(++done, of), of });
    next(w);
  };
  for (let i = Math.min(WORKERS, Math.max(1, navigator.hardwareConcurrency - 1)); i > 0; i--) {
    const w: Worker = worker((news) => hear(w, news));
    workers.push(w);
    busy++;
    const { language, log, board } = job;
    w.postMessage({ kind: 'open', language, words: wordsOf(language), log, board } satisfies Job);
  }
  return end;
}
