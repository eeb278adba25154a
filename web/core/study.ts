// Starting long thoughts in workers (study.worker.ts), with their progress, and ending them.
import type { Totals } from './balance';
import { wordsOf } from './language';
import { thinned, type Chances, type Effort, type Glance, type Reviewed } from './review';

/** A language and its words, for the worker. */
interface Spoken {
  language: string;
  words?: Uint8Array | undefined;
}

/** What a worker is asked. A log is opened once; then its positions and choices are asked for, one at a time. */
export type Job =
  | ({ kind: 'open'; log: string; board: string | null } & Spoken)
  | { kind: 'chances'; n: number; first: number; games: number }
  | { kind: 'glance'; n: number; effort: Effort }
  | { kind: 'choice'; n: number; effort: Effort }
  | ({ kind: 'balance'; board: string; seats: number; games: number; step: number } & Spoken);

export type News =
  | { kind: 'chances'; chances: Chances }
  | { kind: 'glance'; glance: Glance }
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

/** Starts a job in a worker of its own; gives a function that ends it at once. */
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

const POINTS = 96; // of the chart
const SKETCH = 4; // one in so many is played on first
const PASS = 20; // games for each of them at a time
const FIRST = 8; // choices that are judged closely before the chart goes on
const LEAST = 3; // passes at least; more while there is time
const MOST = 24;
const TIME = 8_000; // milliseconds after which no more passes begin
const WORKERS = 6;

/** The work of a review that is left. What a worker does next depends on what the others have found. */
export class Agenda {
  readonly of: number; // jobs that are certain
  private readonly costs = new Map<number, number>(); // at a glance
  private readonly queue: Generator<Job>;

  constructor(job: ReviewJob, late: () => boolean) {
    this.of = 2 * job.moments.length + LEAST * Math.min(POINTS, job.moments.length);
    this.queue = this.jobs(job, late);
  }

  next(): Job | undefined {
    return this.queue.next().value ?? undefined;
  }

  glanced({ n, cost }: Glance): void {
    this.costs.set(n, cost);
  }

  /** First a sketch of the chart, then a glance at each choice, then the choices that may have cost most, then the
   *  chart again and again. */
  private *jobs({ moments, effort }: ReviewJob, late: () => boolean): Generator<Job> {
    const points = thinned(moments, POINTS);
    const sketched = Math.ceil(points.length / SKETCH);
    const pass = (k: number, some = points): Job[] =>
      some.map((n) => ({ kind: 'chances', n, first: k * PASS, games: PASS }));
    yield* pass(0, points.slice(0, sketched));
    for (const n of moments) yield { kind: 'glance', n, effort };
    const left = new Set(moments);
    while (left.size > 0) {
      if (left.size === moments.length - FIRST) yield* pass(0, points.slice(sketched));
      const n = this.worst(left);
      left.delete(n);
      yield { kind: 'choice', n, effort };
    }
    if (moments.length < FIRST) yield* pass(0, points.slice(sketched));
    for (let k = 1; k < MOST && (k < LEAST || !late()); k++) yield* pass(k);
  }

  private worst(left: Iterable<number>): number {
    const cost = (n: number) => this.costs.get(n) ?? -1;
    return [...left].reduce((worst, n) => (cost(n) > cost(worst) ? n : worst));
  }
}

/** How many workers a machine has to spare: the page only waits meanwhile, so two cores are two workers. */
const workersOf = (cores: number) => Math.min(WORKERS, Math.max(2, cores - 1));

/** Reviews a game with as many workers as the machine has to spare; gives a function that ends it at once. */
export function review(job: ReviewJob, tell: (news: ReviewNews) => void): () => void {
  const begun = performance.now();
  const agenda = new Agenda(job, () => performance.now() - begun > TIME);
  const { of } = agenda;
  const workers: Worker[] = [];
  let done = 0;
  let busy = 0;
  const end = () => workers.splice(0).forEach((w) => w.terminate());

  const next = (w: Worker) => {
    const job = agenda.next();
    if (job) return w.postMessage(job);
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
    if (news.kind === 'glance') agenda.glanced(news.glance);
    if (news.kind !== 'done') tell({ kind: 'progress', done: Math.min(++done, of), of });
    next(w);
  };
  for (let i = workersOf(navigator.hardwareConcurrency); i > 0; i--) {
    const w: Worker = worker((news) => hear(w, news));
    workers.push(w);
    busy++;
    const { language, log, board } = job;
    w.postMessage({ kind: 'open', language, words: wordsOf(language), log, board } satisfies Job);
  }
  return end;
}
