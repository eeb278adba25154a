// The introductions: every step of every game begins at its mark, can be done with what the learner has, and is then
// seen to be done, and not before; what the text speaks of is there.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Effect, Session, TableState } from '../core/api';
import type { RoutesBoard } from '../core/board';
import type { Legal } from '../core/position';
import { lessonOf } from '../ui/learn/lessons';
import { LEARNER, logUntil, type Step, type Watched } from '../ui/learn/step';
import { page, SEED, when } from './table';

const route = (s: TableState, a: string, b: string) => {
  const { routes } = s.board as RoutesBoard;
  const found = routes.find((r) => (r.a === a && r.b === b) || (r.a === b && r.b === a));
  if (!found) throw new Error(`${a}-${b}`);
  return found.number;
};
const any = (kind: Legal['kind']) => (_: TableState, l: Legal) => l.kind === kind;

/** What the learner is asked to do: one choice after the other. */
const deeds: Record<string, ((s: TableState, l: Legal) => boolean)[]> = {
  tickets: [any('keep')],
  draw: [(_, l) => l.kind === 'draw' && l.slot === 5, (_, l) => l.kind === 'draw' && l.slot === 5],
  claim: [any('claim')],
  tunnel: [(s, l) => l.kind === 'claim' && l.route === route(s, 'Zürich', 'Venezia')],
  station: [any('station')],
  more: [any('tickets'), any('keep')],
  metro: [
    (s, l) =>
      l.kind === 'claim' &&
      l.route ===
        (s.board as RoutesBoard).routes.find(
          (r) => r.metro && r.a === 'Hallesches Tor' && r.b === 'Gleisdreieck' && r.colour === 'red',
        )?.number,
  ],
  flag: [(_, l) => l.kind === 'claim' && l.flag && l.colour === 'red'],
  place: [any('place')],
  grow: [(_, l) => l.kind === 'place' && l.square === 'd7'],
  centre: [(_, l) => l.kind === 'place' && l.square === 'd6'],
  harm: [(_, l) => l.kind === 'place' && l.square === 'c7'],
  redraw: [any('redraw'), any('place')],
};

async function learn(session: Session, step: Step): Promise<void> {
  const watched: Watched = { state: session.state, happened: [] };
  let seen = session.state.news.n;
  const stop = session.subscribe((state) => {
    if (state.news.n !== seen) watched.happened.push(...(state.news.effects as Effect[]));
    seen = state.news.n;
    watched.state = state;
  });
  expect(step.reached(watched)).toBe(false);
  for (const deed of deeds[step.mark] ?? []) {
    const state = await when(session, (s) => s.myTurn);
    const choice = state.legal.find((l) => deed(state, l));
    expect(choice, step.mark).toBeDefined();
    expect(await session.do(choice?.event ?? 0)).toEqual({ ok: true });
  }
  if (step.mark === 'tunnel' && session.state.legal.some((l) => l.kind === 'decline')) {
    await session.do(session.state.legal.find((l) => l.kind === 'decline')?.event ?? 0);
  }
  await when(session, () => step.reached(watched));
  stop();
}

for (const game of ['europe', 'berlin', 'paris', 'metro']) {
  const log = readFileSync(`ui/learn/lessons/${game}.log`, 'utf8');
  for (const step of (await lessonOf(game)) ?? []) {
    test(`${game}: ${step.mark}`, async () => {
      const { local, close } = page();
      const table = await local.create({
        board: { id: game },
        seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
        names: ['Ana', ''],
        seed: SEED,
        log: logUntil(log, step.mark),
      });
      const session = await table.open(LEARNER);
      expect(session.state.myTurn).toBe(true);
      await learn(session, step);
      table.close();
      close();
    });
  }
}

test('a game without an introduction has none', async () => {
  expect(await lessonOf('atlantis')).toBeNull();
});
