// Sessions at a real server: two people, spectators, a cut wire, a killed server.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { textOf } from '../core/log';
import { NoTable } from '../core/session';
import { Fuse, RealServer, visit, whenOnline, Wire } from './server';
import { check } from './shapes';
import { dice, when } from './table';
import type { Session, TableState } from '../core/api';
import type { Happening } from '../core/messages';
import type { Server } from '../core/online';

const server = new RealServer();
let url = '';

beforeAll(async () => {
  await server.start();
  url = `http://127.0.0.1:${server.port}`;
});
afterAll(() => server.end());
afterEach(() => vi.unstubAllGlobals());

/** Plays so many random choices of a seat, or to the end. */
async function play(session: Session, roll: (n: number) => number, most: number): Promise<void> {
  for (let n = 0; n < most; n++) {
    const state = await when(session, (s) => s.status === 'over' || s.myTurn);
    if (state.status === 'over') return;
    check(state);
    const choice = state.legal[roll(state.legal.length)];
    const answer = await session.do(choice?.event ?? 0);
    if (!answer.ok && answer.why.code !== 'stale') throw new Error(answer.why.message);
  }
}

/** A game of Paris against a bot. */
async function newTable(ana: Server): Promise<Session> {
  const made = await ana.create({
    game: 'paris',
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    start: true,
  });
  if (!made.ok || !made.table) throw new Error('no table');
  return ana.open(made.table);
}

test('two people play to the end, and a third watches', async () => {
  const ana = visit(url, 'Ana');
  const luis = visit(url, 'Luis');
  const eva = visit(url, 'Eva');
  const made = await ana.create({ game: 'berlin', seats: [{ kind: 'person' }, { kind: 'person' }], public: true });
  if (!made.ok || !made.table) throw new Error('no table');
  const a = await ana.open(made.table);
  expect(a.state.status).toBe('open');
  expect(a.state.host).toBe(true);
  expect(a.state.seat).toBe(1);
  expect(a.state.position).toBeNull();
  await luis.watchLobby(true);
  await whenOnline(luis, (s) => s.lobby?.some((l) => l.table === made.table) ?? false);
  const b = await luis.open(made.table);
  expect(b.state.host).toBe(false);
  await when(b, (s) => s.watching === 1); // Luis himself
  expect(await b.sit()).toEqual({ ok: true, seat: 2 });
  await when(b, (s) => s.watching === 0);
  await when(b, (s) => s.seat === 2);
  const w = await eva.open(made.table);
  expect(await a.start()).toEqual({ ok: true });
  expect((await a.say('Hola')).ok).toBe(true);
  await when(b, (s) => s.chat.some((line) => line.text === 'Hola'));
  await Promise.all([play(a, dice(1), 9999), play(b, dice(2), 9999)]);
  const end = await when(w, (s) => s.status === 'over');
  expect(end.result).toEqual(a.state.result);
  expect(end.seat).toBeNull();
  expect(await a.log()).toMatch(/^result /m);
  expect(textOf(w.state.log.at(-1)!.runs)).toContain('The game is over.');
  const again = await b.rematch();
  expect((await when(a, (s) => s.next !== null)).next).toBe(again.ok ? again.table : '');
  const { invited } = await whenOnline(ana, (s) => s.invited !== null);
  expect(invited).toMatchObject({ table: again.ok ? again.table : '', game: 'berlin', by: { name: 'Luis' } });
  expect(luis.state.invited).toBeNull(); // the one who asks is not invited
  expect(await ana.invite(made.table)).toMatchObject(again); // the next one who asks gets the same table
  expect((await ana.person('Ana'))?.results.length).toBe(1);
  const best = await ana.ranking('berlin');
  expect(best?.map((one) => one.name).sort()).toEqual(['Ana', 'Luis']);
  expect(await ana.person('Nobody at all')).toBeNull();
  for (const online of [ana, luis, eva]) online.close();
});

test('who looks on is shown out when a game without spectators begins', async () => {
  const ana = visit(url, 'Ana alone');
  const luis = visit(url, 'Luis alone');
  const eva = visit(url, 'Eva outside');
  const made = await ana.create({
    game: 'berlin',
    seats: [{ kind: 'person' }, { kind: 'open' }],
    spectators: 'none',
    rated: false,
  });
  const id = made.ok ? (made.table ?? '') : '';
  const w = await eva.open(id);
  expect(w.state.plan).toMatchObject({ public: false, spectators: 'none', rated: false });
  expect((await w.say('Hola')).ok).toBe(false);
  const b = await luis.open(id);
  await b.sit();
  const a = await ana.open(id);
  expect(await a.start()).toEqual({ ok: true });
  expect((await when(w, (s) => s.shut !== undefined)).status).toBe('open');
  await when(b, (s) => s.status === 'playing');
  await expect(eva.open(id)).rejects.toThrow(NoTable);
  expect((await ana.person('Luis alone'))?.results).toEqual([]);
  for (const online of [ana, luis, eva]) online.close();
});

test('no such table', async () => {
  const ana = visit(url, '');
  await expect(ana.open('nothing')).rejects.toThrow(NoTable);
  const bad = await ana.create({ game: 'chess', seats: [{ kind: 'person' }] });
  expect(bad.ok ? '' : bad.why.code).toBe('bad_table');
  ana.close();
});

test('a cut wire heals; nothing is lost and nothing is done twice', async () => {
  const wire = new Wire(server);
  const ana = visit(await wire.listen(), 'Ana with a bad wire');
  const session = await newTable(ana);
  const roll = dice(5);
  for (let n = 0; n < 12; n++) {
    const state = await when(session, (s) => s.myTurn);
    const choice = state.legal[roll(state.legal.length)];
    const answer = session.do(choice?.event ?? 0);
    if (n % 3 === 0) wire.cut(); // perhaps before it arrives, perhaps before it is answered
    expect((await answer).ok).toBe(true);
    await when(session, (s) => s.last > state.last);
  }
  const numbers = session.state.log.map((line) => line.n);
  expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
  await when(session, (s) => s.myTurn);
  wire.open = false;
  wire.cut();
  await whenOnline(ana, (s) => s.link.state === 'lost');
  expect(session.state).toMatchObject({ cut: true, myTurn: false, legal: [], undo: 'no' });
  wire.open = true;
  ana.retry();
  await whenOnline(ana, (s) => s.link.state === 'open');
  expect((await when(session, (s) => !s.cut)).myTurn).toBe(true);
  ana.close();
  wire.end();
});

// A choice, its answer and its updates are six messages or fewer, and so are greeting, join and snapshot: the first
// break is anywhere between them, and the second anywhere in the repair of the first.
test('wherever a connection breaks, a choice is done once', async () => {
  const fuse = new Fuse();
  vi.stubGlobal('WebSocket', fuse.sockets());
  const ana = visit(url, 'Ana with a fuse');
  ana.subscribe(({ link }) => link.state === 'lost' && queueMicrotask(() => ana.retry())); // without a pause
  const roll = dice(7);
  const some = ({ legal }: TableState) => legal[roll(legal.length)]?.event ?? 0;
  const broken = new Set<string>();
  let session: Session | null = null;
  /** The next position in which Ana has a turn; in a new game when one is over. */
  const turn = async (): Promise<[Session, TableState]> => {
    for (;;) {
      if (!session || session.state.status === 'over') session = await newTable(ana);
      const state = await when(session, (s) => s.status === 'over' || s.myTurn);
      if (state.legal.some((l) => l.kind === 'keep')) await session.do(some(state));
      else if (state.status !== 'over') return [session, state];
    }
  };
  for (let first = 1; first <= 6; first++)
    for (let second = 0; second <= 7; second++)
      for (const behind of [false, true]) {
        const [at, state] = await turn();
        fuse.light(first, behind);
        const answer = at.do(some(state));
        await Promise.race([whenOnline(ana, (s) => s.link.state === 'lost'), answer]);
        if (fuse.broken) broken.add(`${first} ${second} ${behind}`);
        if (second > 0) fuse.light(second, behind);
        expect(await answer).toEqual({ ok: true });
        await when(at, (s) => s.last > state.last);
        const { happenings } = at as unknown as { happenings: Happening[] };
        expect(happenings.map(({ n }) => n)).toEqual(happenings.map((_, i) => i + 1));
        const [done] = happenings.filter((h) => h.n > state.last && h.kind === 'choice');
        expect(done).toMatchObject({ n: state.last + 1, seat: state.seat });
        fuse.light(Infinity, false);
      }
  expect(broken.size).toBeGreaterThan(40);
  ana.close();
});

test('a killed server is waited for', async () => {
  const ana = visit(url, 'Ana the patient');
  const made = await ana.create({
    game: 'metro',
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    start: true,
  });
  if (!made.ok || !made.table) throw new Error('no table');
  const session = await ana.open(made.table);
  const state = await when(session, (s) => s.myTurn);
  const me = ana.state.me;
  await server.kill();
  await whenOnline(ana, (s) => s.link.state === 'lost');
  const answer = session.do(state.legal[0]?.event ?? 0); // waits until the connection is back
  await server.start();
  expect((await answer).ok).toBe(true);
  await when(session, (s) => s.last > state.last);
  expect(ana.state.me).toEqual(me);
  ana.close();
});

test('names: secured, signed in elsewhere, forgotten', async () => {
  const ana = visit(url, 'Ana María');
  await whenOnline(ana, (s) => s.me !== null);
  const first = await ana.secure('correct horse battery');
  expect(first).toEqual({ ok: true, recovery: expect.stringMatching(/^(\w{4}-){4}\w{4}$/) as string });
  expect(ana.state.me?.secured).toBe(true);
  const other = visit(url, '');
  await whenOnline(other, (s) => s.me !== null);
  const wrong = await other.signin('Ana María', 'wrong horse battery');
  expect(wrong.ok).toBe(false);
  expect((await other.signin('Ana María', 'correct horse battery')).ok).toBe(true);
  await whenOnline(other, (s) => s.me?.name === 'Ana María');
  expect(await other.rename('Ana')).toEqual(expect.objectContaining({ ok: expect.any(Boolean) as boolean }));
  expect((await other.devices())?.filter((d) => d.here)).toHaveLength(1);
  other.signout();
  await whenOnline(other, (s) => s.me !== null && s.me.person !== ana.state.me?.person);
  await expect.poll(async () => (await ana.devices())?.length).toBe(1);
  for (const online of [ana, other]) online.close();
});

test('a token that the server does not know makes a new guest', async () => {
  const ana = visit(url, '', 'A'.repeat(43));
  await whenOnline(ana, (s) => s.link.state === 'open');
  expect(ana.state.me?.name).toBeTruthy();
  ana.close();
});
