// Long thoughts away from the page: the review of a game, the balance of a board. To cancel them, end the worker.
// study.ts starts it; every job gets answers, the last one being `done` or the result.
import { openBalance, playBalance } from './balance';
import { learn } from './language';
import { openLog } from './replay';
import { chancesAt, glanceAt, reviewChoice } from './review';
import type { Job, News } from './study';
import { loadModule, Wasm } from './wasm';

const tell = (news: News) => postMessage(news);
let engine: Wasm | null = null;

async function work(job: Job): Promise<void> {
  engine ??= new Wasm(await loadModule());
  if ('language' in job) {
    if (job.words) learn(job.language, job.words);
    engine.speak(job.language);
  }
  switch (job.kind) {
    case 'open':
      openLog(engine, job.log, job.board);
      return tell({ kind: 'done' });
    case 'chances':
      return tell({ kind: 'chances', chances: chancesAt(engine, job.n, job.first, job.games) });
    case 'glance':
      return tell({ kind: 'glance', glance: glanceAt(engine, job.n, job.effort) });
    case 'choice':
      return tell({ kind: 'choice', reviewed: reviewChoice(engine, job.n, job.effort) });
    case 'balance': {
      const error = openBalance(engine, job.board, job.seats);
      if (error) throw new Error(error.message);
      for (let n = 0; n < job.games; n += job.step) {
        const totals = playBalance(engine, n, Math.min(job.step, job.games - n));
        tell({ kind: 'balance', done: Math.min(n + job.step, job.games), of: job.games, totals });
      }
      return tell({ kind: 'done' });
    }
  }
}

addEventListener('message', (e: MessageEvent<Job>) => {
  work(e.data).catch((error: unknown) =>
    tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
