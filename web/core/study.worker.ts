// Long thoughts away from the page: the review of a game, the balance of a board. One job for each worker; to
// cancel it, end the worker. study.ts starts it.
import { openBalance, playBalance } from './balance';
import { openLog } from './replay';
import { reviewChoice } from './review';
import type { Job, News } from './study';
import { loadModule, Wasm } from './wasm';

const tell = (news: News) => postMessage(news);

async function work(job: Job): Promise<void> {
  const wasm = new Wasm(await loadModule());
  wasm.speak(job.language);
  if (job.kind === 'review') {
    const { events } = openLog(wasm, job.log, job.board);
    for (let n = 0; n < events; n++) {
      const reviewed = reviewChoice(wasm, n, job.iterations);
      tell({ kind: 'review', done: n + 1, of: events, reviewed });
    }
  } else {
    const error = openBalance(wasm, job.board, job.seats);
    if (error) throw new Error(error.message);
    for (let n = 0; n < job.games; n += job.step) {
      const totals = playBalance(wasm, n, Math.min(job.step, job.games - n));
      tell({ kind: 'balance', done: Math.min(n + job.step, job.games), of: job.games, totals });
    }
  }
  tell({ kind: 'done' });
}

addEventListener('message', (e: MessageEvent<Job>) => {
  work(e.data).catch((error: unknown) => tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }));
});
