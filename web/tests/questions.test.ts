// A session's answers about a position agree with the legal events, with what happens next, and with the
// language; and a seat is never sent anything that belongs to another seat.
import { expect, test } from 'vitest';
import type { LocalTable, Session } from '../core/api';
import { speak } from '../core/language';
import type { MetroBoard, RoutesBoard } from '../core/board';
import type { MetroPosition, RoutesPosition } from '../core/position';
import type { MetroLegal } from '../ui/metro/legal';
import type { RoutesLegal } from '../ui/routes/legal';
import { previewOf, whyRedraw, whySquare } from '../ui/metro/questions';
import { riskOf, wayOf, whyCity, whyKeep, whyRoute, whySlot, whyTickets } from '../ui/routes/questions';
import { dice, page, SEED, when } from './table';

async function table(
  game: string,
  options: { name: string; value: number }[] = [],
): Promise<{ table: LocalTable; session: Session; close: () => void }> {
  const { local, close } = page();
  const made = await local.create({
    board: { id: game },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['Ana', ''],
    options,
    seed: SEED,
  });
  return { table: made, session: await made.open(1), close };
}

/** There is a reason against everything that is not legal, and against nothing else. */
function routesAgree(session: Session): void {
  const legal = session.state.legal as RoutesLegal[];
  const board = session.state.board as RoutesBoard;
  const routes = new Set(legal.flatMap((l) => (l.kind === 'claim' ? [l.route] : [])));
  const cities = new Set(legal.flatMap((l) => (l.kind === 'station' ? [l.city] : [])));
  const slots = new Set(legal.flatMap((l) => (l.kind === 'draw' ? [l.slot] : [])));
  for (const { number } of board.routes) {
    const why = session.ask(whyRoute(number));
    expect(why === null).toBe(routes.has(number));
    if (why) expect(why.message).toMatch(/^[A-Z].*\.$/);
  }
  for (const { name } of board.cities) expect(session.ask(whyCity(board, name)) === null).toBe(cities.has(name));
  for (let slot = 0; slot <= 5; slot++) expect(session.ask(whySlot(slot)) === null).toBe(slots.has(slot));
  expect(session.ask(whyTickets()) === null).toBe(legal.some((l) => l.kind === 'tickets'));
  const offer = (session.state.position as RoutesPosition).seats[0]?.offer ?? [];
  for (let mask = 0; mask < 1 << offer.length; mask++) {
    const kept = offer.flatMap((_, i) => ((mask >> i) & 1 ? [i] : []));
    const can = legal.some((l) => l.kind === 'keep' && String(l.tickets) === String(kept));
    expect(session.ask(whyKeep(kept)) === null).toBe(can);
  }
}

function waysAgree(session: Session): void {
  const board = session.state.board as RoutesBoard;
  const mine = (session.state.position as RoutesPosition).seats[0];
  for (const ticket of [...(mine?.tickets ?? []), ...(mine?.offer ?? [])]) {
    const way = session.ask(wayOf(board, ticket));
    if (ticket.state === 'done')
      expect(way).toEqual({ routes: [], pieces: 0, cards: 0, own: expect.any(Array) as number[] });
    if (ticket.state === 'cut off') expect(way).toBeNull();
    if (ticket.state === 'possible') {
      const routes = board.routes.filter((r) => way?.routes.includes(r.number));
      expect(routes.length).toBeGreaterThan(0);
      expect(way?.pieces).toBe(routes.reduce((sum, r) => sum + r.length, 0));
      expect(way?.cards).toBe(routes.reduce((sum, r) => sum + r.cards, 0));
    }
  }
}

for (const game of ['europe', 'berlin', 'paris'])
  test(`reasons and ways of ${game}`, async () => {
    const { session, close } = await table(game);
    const roll = dice(11);
    for (let n = 0; n < 60; n++) {
      const state = await when(session, (s) => s.myTurn || s.status === 'over');
      if (state.status === 'over') break;
      routesAgree(session);
      waysAgree(session);
      for (const l of state.legal)
        if (l.kind === 'claim') expect(session.ask(riskOf(l.event)).spare).toBeGreaterThanOrEqual(0);
      // Claims routes when that is possible, so that there is something to see.
      const claims = state.legal.filter((l) => l.kind === 'claim' && roll(3) > 0);
      const choices = claims.length ? claims : state.legal;
      await session.do(choices[roll(choices.length)]?.event ?? 0);
    }
    close();
  });

for (const options of [
  [],
  [
    { name: 'turning', value: 1 },
    { name: 'hand', value: 2 },
  ],
])
  test(`reasons and previews of metro ${options.length ? 'with its variants' : ''}`, async () => {
    const { session, close } = await table('metro', options);
    const roll = dice(13);
    for (let n = 0; n < 25; n++) {
      const { board, position, last, ...state } = await when(session, (s) => s.myTurn || s.status === 'over');
      const legal = state.legal as MetroLegal[];
      if (session.state.status === 'over') break;
      const hand = (position as MetroPosition).seats[0]?.hand ?? [];
      for (const square of (board as MetroBoard).squares) {
        const can = legal.some((l) => l.kind === 'place' && l.square === square && l.tile === hand[0] && l.turns === 0);
        if (hand[0] && !(position as MetroPosition).drawn)
          expect(session.ask(whySquare(square, hand[0], 0)) === null).toBe(can);
      }
      expect(session.ask(whyRedraw()) === null).toBe(legal.some((l) => l.kind === 'redraw'));
      const choice = legal[roll(legal.length)];
      const preview = session.ask(previewOf(choice?.event ?? 0));
      const before = (position as MetroPosition).stations;
      const next = when(session, (s) => s.last > last);
      await session.do(choice?.event ?? 0);
      if (choice?.kind !== 'place') continue;
      const after = await next;
      const done = after.news.effects.flatMap((h) => (h.kind === 'line' ? [h.station] : []));
      expect(preview.filter((change) => change.line.complete).map((change) => change.line.number)).toEqual(done);
      for (const change of preview) {
        expect(before[change.line.number - 1]?.length).toBe(change.before);
        expect((after.position as MetroPosition).stations[change.line.number - 1]).toEqual(change.line);
        expect(change.words).toContain(`line ${change.line.number}`);
      }
    }
    close();
  });

test("reasons when it is not one's turn, in both languages", async () => {
  const { local, close } = page();
  const made = await local.create({
    board: { id: 'europe' },
    seats: [{ kind: 'person' }, { kind: 'person' }],
    names: ['Ana', 'Luis'],
    seed: SEED,
  });
  for (const seat of [1, 2]) {
    const session = await made.open(seat);
    await session.do(session.state.legal[0]?.event ?? 0);
  }
  let session = await made.open(1);
  if (session.state.myTurn) session = await made.open(2);
  expect(session.ask(whyRoute(0))).toEqual({ code: 'not_your_turn', message: 'It is not your turn.', rule: 'C1' });
  const mine = await made.open(session.state.acts[0] ?? 1);
  const long = (mine.state.board as RoutesBoard).routes.find((r) => r.length === 8);
  expect(mine.ask(whyRoute(long?.number ?? 0))?.message).toMatch(
    /^Needs 8 cards of one colour; you have \d+ \w+ and \d+ locomotives?\.$|^This ferry/,
  );
  speak('es');
  expect(mine.ask(whyRoute(long?.number ?? 0))?.message).toMatch(/^Hacen falta/);
  speak('en');
  close();
});

test('hints are legal and have a reason', async () => {
  const { session, close } = await table('berlin');
  const hints = await session.hint();
  expect(hints.length).toBeGreaterThan(0);
  for (const hint of hints) expect(session.state.legal.map((l) => l.event)).toContain(hint.event);
  expect(hints[0]?.reason).toBeTruthy();
  close();
});

test('what is sent to a seat is the same whatever another seat holds', async () => {
  const seats = [{ kind: 'person' }, { kind: 'person' }];
  const names = ['Ana', 'Luis'];
  const first = page();
  const made = await first.local.create({ board: { id: 'europe' }, seats, names, seed: SEED });
  const session = await made.open(1);
  await session.resign();
  const log = await session.log();
  first.close();

  // In the other world Luis is dealt a different second card.
  const deals = [...log.matchAll(/^deal (\w+)$/gm)];
  const card = deals[5];
  if (!card) throw new Error('no such card');
  const other = card[1] === 'red' ? 'blue' : 'red';
  const twin = `${log.slice(0, card.index)}deal ${other}${log.slice((card.index ?? 0) + card[0].length)}`.replace(
    /^(seed|result|#).*\n/gm,
    '',
  );
  const sent = async (world: string, seat: number) => {
    const texts: string[] = [];
    const { local, close } = page(undefined, (text) => texts.push(text));
    const fork = await local.create({ board: { id: 'europe' }, seats, names, log: world, events: 17, seed: SEED });
    await fork.open(seat);
    close();
    return texts
      .filter((text) => text.includes('"connection"'))
      .map((text) => text.replaceAll(fork.id, 'ID').replaceAll(/\\"(ms|since)\\":\d+/g, ''))
      .join('\n');
  };
  const plain = log.replace(/^(seed|result|#).*\n/gm, '');
  expect(await sent(plain, 2)).not.toBe(await sent(twin, 2));
  const [one, two] = [await sent(plain, 1), await sent(twin, 1)];
  expect(one).toContain('snapshot');
  expect(one).toBe(two);
});
