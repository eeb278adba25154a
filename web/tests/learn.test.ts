// The lessons: every step of every game comes up in a single game of the learner and can be done there; it counts as
// done afterwards and not before; and the things that it points at are there.
import { expect, test } from 'vitest';
import type { Effect, Session, TableState } from '../core/api';
import type { RoutesBoard } from '../core/board';
import type { MetroPosition } from '../core/position';
import type { MetroLegal } from '../ui/metro/legal';
import type { RoutesLegal } from '../ui/routes/legal';
import { lessonOf } from '../ui/learn/lessons';
import { LEARNER, type Step, type Watched } from '../ui/learn/step';
import { dice, page, SEED, when } from './table';

type Legal = RoutesLegal | MetroLegal;
type Wish = (s: TableState, l: Legal) => boolean;
const any =
  (kind: Legal['kind']): Wish =>
  (_, l) =>
    l.kind === kind;
const claims =
  (of: (r: RoutesBoard['routes'][number]) => boolean): Wish =>
  (s, l) =>
    l.kind === 'claim' && (s.board as RoutesBoard).routes.some((r) => r.number === l.route && of(r));

/** What somebody who follows a step does, if it is possible. */
const deeds: Record<string, Wish> = {
  tickets: any('keep'),
  draw: any('draw'),
  claim: any('claim'),
  tunnel: claims((r) => r.tunnel),
  station: any('station'),
  more: any('tickets'),
  metro: claims((r) => r.metro),
  flag: (_, l) => l.kind === 'claim' && l.flag,
  place: any('place'),
  grow: any('place'),
  redraw: any('redraw'),
};
const placing = (square: string): unknown => expect.objectContaining({ kind: 'place', square });
const TURNS = 120; // choices of a learner, at most

/** Does what the step asks; or else something that moves the game on: answers, cards, tiles. */
function choice(state: TableState, step: Step, random: (n: number) => number): Legal | undefined {
  const find = (wish: Wish | undefined) => (state.legal as Legal[]).filter((l) => wish?.(state, l));
  const good = find(deeds[step.key]);
  if (good.length > 0) return good[random(good.length)];
  for (const kind of ['extra', 'decline', 'keep', 'draw', 'place', 'pass'] as const) {
    const some = find(any(kind));
    if (some.length > 0) return some[random(some.length)];
  }
  return undefined;
}

async function learn(session: Session, step: Step, random: (n: number) => number): Promise<void> {
  const watched: Watched = { state: session.state, happened: [] };
  let seen = session.state.news.n;
  const stop = session.subscribe((state) => {
    if (state.news.n !== seen) watched.happened.push(...(state.news.effects as Effect[]));
    seen = state.news.n;
    watched.state = state;
  });
  if (step.reached) expect(step.reached(watched), step.key).toBe(false);
  for (let n = 0; step.reached && !step.reached(watched); n++) {
    expect(n, step.key).toBeLessThan(TURNS);
    const state = await when(session, (s) => s.myTurn || step.reached!(watched));
    if (step.reached(watched)) break;
    const wished = (state.legal as Legal[]).some((l) => deeds[step.key]?.(state, l));
    if (step.ready && wished) expect(step.ready(watched), `${step.key} is ready`).toBe(true);
    const offered = state.legal.some((l) => l.kind === 'keep');
    const drawn = (state.position as MetroPosition).redrawn === true;
    if (step.before) expect(step.before(watched) !== null, `${step.key}: first that`).toBe(offered || drawn);
    for (const selector of step.at?.(watched) ?? []) {
      const square = /^\[data-square="(.*)"\]$/.exec(selector)?.[1];
      if (square !== undefined) expect(state.legal, `${step.key}: ${square}`).toContainEqual(placing(square));
    }
    const done = choice(state, step, random);
    expect(done, step.key).toBeDefined();
    expect(await session.do(done?.event ?? 0)).toEqual({ ok: true });
  }
  for (const selector of step.at?.(watched) ?? []) expect(selector).toMatch(/^\[data-[a-z]+/);
  stop();
}

for (const game of ['europe', 'berlin', 'paris', 'metro'])
  test(`the lesson of ${game}`, async () => {
    const { local, close } = page();
    const table = await local.create({
      board: { id: game },
      seats: [{ kind: 'person' }, { kind: 'bot', bot: 'tilde' }],
      names: ['Ana', ''],
      options: [{ name: 'first', value: LEARNER }],
      seed: SEED,
    });
    const session = await table.open(LEARNER);
    const random = dice(3);
    const steps = (await lessonOf(game)) ?? [];
    // Somebody who skips the step about tickets still has to choose them.
    const begun = { state: await when(session, (s) => s.myTurn), happened: [] };
    for (const step of steps.slice(1)) expect(step.before?.(begun) != null, step.key).toBe(game !== 'metro');
    for (const step of steps) await learn(session, step, random);
    expect(session.state.status).toBe('playing');
    table.close();
    close();
  });

test('a game without a lesson has none', async () => {
  expect(await lessonOf('atlantis')).toBeNull();
});

test('in Metro a line that goes on is told apart from one that has arrived', async () => {
  const [, grow] = (await lessonOf('metro')) ?? [];
  const says = (complete: boolean) => {
    const stations = [{ owner: LEARNER, length: 2, complete }];
    const watched = { state: { position: { stations } }, happened: [] } as unknown as Watched;
    return grow?.done?.((english) => english, watched);
  };
  expect(says(false)).toContain('where it waits now');
  expect(says(true)).toContain('has arrived');
});
