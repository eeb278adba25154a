// Whole games at tables in the page: the same messages as from a server, between a page and its worker.
import { expect, test } from 'vitest';
import type { LocalTable, Session } from '../core/api';
import { textOf } from '../core/log';
import { DECK } from '../core/position';
import { check } from './shapes';
import { dice, engine, module, page, SEED, when } from './table';
import { memoryStore, type KeptGame } from '../core/store';
import { Replay } from '../core/replay';
import { Wasm } from '../core/wasm';
import { VERSION } from '../generated/version';

test('the worker says which version it is', async () => {
  const sent: string[] = [];
  const { local, close } = page(memoryStore(), (text) => sent.push(text));
  const table = await local.create({
    board: { id: 'metro' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['Ana', ''],
    seed: SEED,
  });
  await table.open(1);
  expect(sent.join()).toContain(`anden ${VERSION}`);
  table.close();
  close();
});

/** Plays random legal events for a person until the game is over; every state on the way is checked. */
async function playOut(session: Session, seed: number): Promise<void> {
  const roll = dice(seed);
  const wrong: unknown[] = [];
  const stop = session.subscribe((state) => {
    try {
      check(state);
    } catch (why) {
      wrong.push(why);
    }
  });
  for (;;) {
    const state = await when(session, (s) => s.status === 'over' || s.myTurn);
    if (state.status === 'over') break;
    expect(state.legal.length).toBeGreaterThan(0);
    const choice = state.legal[roll(state.legal.length)];
    if (!choice) throw new Error('no choice');
    expect(await session.do(choice.event)).toEqual({ ok: true });
  }
  stop();
  if (wrong.length) throw wrong[0];
}

const verify = (log: string) => new Wasm(module).json<{ game: string }>('log_plan', log);

for (const game of ['europe', 'berlin', 'paris', 'metro']) {
  test(`a whole game of ${game} against bots`, async () => {
    const { local, close } = page();
    const table = await local.create({
      board: { id: game },
      seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }, { kind: 'bot', bot: 'easy' }],
      names: [game === 'paris' ? '' : 'Ana', '', ''],
      seed: SEED,
      daily: '2026-11-16',
    });
    expect(table.persons).toEqual([1]);
    const session = await table.open(1);
    expect(session.state.names).toEqual([game === 'paris' ? 'You' : 'Ana', 'Bot 2', 'Bot 3']);
    await playOut(session, 7);
    const { state } = session;
    expect(state.result?.length).toBe(3);
    expect(state.seed).toBe(SEED);
    expect(state.log.length).toBeGreaterThan(20);
    expect(state.log.some((line) => textOf(line.runs).startsWith('You '))).toBe(true);
    expect(state.log.some((line) => textOf(line.runs).startsWith('Bot 3 '))).toBe(true);
    const log = await session.log();
    expect(verify(log).game).toBe(game);
    const replay = new Replay(new Wasm(module), log, null);
    expect(replay.names).toEqual(state.names); // a replay uses the same names
    const lines = replay.moments('everything').map((m) => textOf(m.runs));
    expect(lines.some((line) => /^You (take|keep|claim) /.test(line))).toBe(game === 'paris'); // without a name
    expect(log).toMatch(/^result /m);
    table.close();
    // The game is kept with its result, and a new one can be played with the same bots.
    const own = state.result![0]!;
    const [kept] = await local.list();
    expect(kept).toMatchObject({ over: true, damaged: false, bots: ['', 'easy', 'easy'], daily: '2026-11-16' });
    const turn = expect.any(Number) as number;
    expect(kept!.standing!.seats).toEqual(state.result!.map(({ score, rank }) => ({ points: score, turn, rank })));
    expect(await local.days()).toEqual([
      { date: '2026-11-16', game, id: table.id, points: own.score, rank: own.rank, of: 3 },
    ]);
    expect(await local.log(table.id)).toBe(log);
    expect((await local.again(table.id)).daily).toBe(null);
    close();
  });
}

async function bothTickets(table: LocalTable, session: Session): Promise<Session> {
  for (const seat of table.persons) {
    session = await table.open(seat);
    const choice = session.state.legal[0];
    if (choice) await session.do(choice.event);
  }
  return session;
}

test('undo takes back a choice; nothing else does', async () => {
  const { local, close } = page();
  const table = await local.create({
    board: { id: 'berlin' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['Ana', ''],
    seed: SEED,
  });
  const session = await table.open(1);
  const first = session.state;
  expect(first.undo).toBe('no');
  await session.do(first.legal[0]?.event ?? 0);
  const chosen = await when(session, (s) => s.undo !== 'no' && s.myTurn);
  expect(await session.undo()).toEqual({ ok: true });
  const back = await when(session, (s) => s.last > chosen.last);
  expect(textOf(back.log.at(-1)!.runs)).toBe('You take back your last move.');
  await when(session, (s) => s.myTurn);
  expect(session.state.legal.length).toBeGreaterThan(0);
  const refused = await session.do(1);
  expect(refused.ok).toBe(false);
  if (!refused.ok) expect(refused.why.code).toBe('illegal');
  close();
});

test('a game is there again after the page was closed', async () => {
  const one = page();
  const table = await one.local.create({
    board: { id: 'paris' },
    seats: [{ kind: 'person' }, { kind: 'person' }],
    names: ['Ana', 'Luis'],
    seed: SEED,
  });
  const session = await bothTickets(table, await table.open(1));
  const { last, position } = session.state;
  table.close();
  expect((await one.local.list()).map((game) => [game.id, game.title, game.over])).toEqual([
    [table.id, 'Paris', false],
  ]);
  one.close();

  const two = page(one.store);
  const again = await two.local.open(table.id);
  expect(again.persons).toEqual([1, 2]);
  expect(again.names).toEqual(['Ana', 'Luis']);
  const restored = await again.open(2);
  expect(restored.state.last).toBe(last);
  expect(restored.state.position).toEqual(position);
  again.close();
  await two.local.delete(table.id);
  expect(await two.local.list()).toEqual([]);
  await expect(two.local.open(table.id)).rejects.toThrow('There is no such table.');
  two.close();
});

test('a game that is open in two tabs: who moves second is told, and nothing that was kept is lost', async () => {
  const one = page();
  const game = {
    board: { id: 'paris' },
    seats: [{ kind: 'person' }, { kind: 'person' }],
    names: ['Ana', 'Luis'],
    seed: SEED,
  };
  const table = await one.local.create(game);
  const here = await bothTickets(table, await table.open(1));
  const two = page(one.store);
  const other = await two.local.open(table.id);
  const seat = here.state.acts[0] ?? 0;
  const [mine, theirs] = [await table.open(seat), await other.open(seat)];
  const troubles: string[] = [];
  table.watch((trouble) => troubles.push(`one ${trouble}`));
  const told = new Promise<void>((resolve) => other.watch((trouble) => trouble === 'overtaken' && resolve()));
  await mine.do(mine.state.legal[0]?.event ?? 0);
  await one.local.list(); // all is written
  const kept = mine.state.last;
  await theirs.do(theirs.state.legal[1]?.event ?? 0);
  await told;
  other.close();
  const again = await (await two.local.open(table.id)).open(seat);
  expect(again.state.last).toBe(kept);
  expect(again.state.position).toEqual(mine.state.position);
  expect(troubles).not.toContain('one overtaken');
  one.close();
  two.close();
});

test('a browser that keeps nothing: the game goes on, and its people are told', async () => {
  const store = memoryStore();
  store.put = () => Promise.reject(new Error('The browser keeps nothing.'));
  const { local, close } = page(store);
  const table = await local.create({
    board: { id: 'berlin' },
    seats: [{ kind: 'person' }, { kind: 'person' }],
    names: ['Ana', 'Luis'],
    seed: SEED,
  });
  expect(await new Promise((resolve) => table.watch(resolve))).toBe('unkept');
  const session = await bothTickets(table, await table.open(1));
  expect(session.state.last).toBeGreaterThan(2);
  close();
});

test('a fork plays on from the middle of a log', async () => {
  const { local, close } = page();
  const seats = [
    { kind: 'bot', bot: 'easy' },
    { kind: 'bot', bot: 'easy' },
  ];
  const table = await local.create({ board: { id: 'berlin' }, seats, names: ['Eva', ''], seed: SEED });
  const watcher = await table.open(0);
  expect(watcher.state.seat).toBeNull();
  await when(watcher, (s) => s.status === 'over');
  const log = await watcher.log();
  table.close();

  const fork = await local.create({
    board: { id: 'berlin' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['Ana', ''],
    log,
    events: 60,
  });
  const session = await fork.open(1);
  expect(session.state.names[0]).toBe('Ana');
  expect(session.state.position?.events).toBeGreaterThanOrEqual(60);
  await playOut(session, 3);
  const lines = (text: string) => {
    const all = text.split('\n').filter((line) => !line.startsWith('#'));
    return all.slice(all.findIndex((line) => line.startsWith('deal ')));
  };
  expect(lines(await session.log()).slice(0, 60)).toEqual(lines(log).slice(0, 60));
  await expect(local.create({ board: { id: 'paris' }, seats, names: ['', ''], log })).rejects.toThrow();
  await expect(local.create({ board: { id: 'berlin' }, seats, names: ['', ''], log: 'nonsense' })).rejects.toThrow();
  close();
});

test("a board of one's own", async () => {
  const { local, close } = page();
  const text = engine.boardText('metro').replace(/^name .*$/m, 'name "My metro"');
  const table = await local.create({
    board: { text },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['Ana', ''],
  });
  const session = await table.open(1);
  expect(session.state.board.family).toBe('metro');
  expect(session.state.plan.board).toBe(text);
  await expect(local.create({ board: { text: 'nonsense' }, seats: [], names: [] })).rejects.toThrow();
  await expect(
    local.create({
      board: { id: 'berlin' },
      seats: [{ kind: 'bot', bot: 'planner:speed=3' }, { kind: 'person' }],
      names: ['', ''],
    }),
  ).rejects.toThrow('There is no such bot for this game.');
  await expect(
    local.create({
      board: { id: 'metro' },
      seats: [{ kind: 'bot', bot: 'rollout' }, { kind: 'person' }],
      names: ['', ''],
    }),
  ).rejects.toThrow('There is no such bot for this game.');
  close();
});

test('the rematch turns the seats', async () => {
  const { local, close } = page();
  const table = await local.create({
    board: { id: 'europe' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['Ana', ''],
    seed: SEED,
  });
  const session = await table.open(1);
  const early = await session.rematch();
  expect(early.ok).toBe(false);
  expect(await session.resign()).toEqual({ ok: true });
  expect(session.state.status).toBe('over');
  const answer = await session.rematch();
  if (!answer.ok || !answer.table) throw new Error('no rematch');
  expect((await when(session, (s) => s.next !== null)).next).toBe(answer.table);
  const next = await local.open(answer.table);
  expect(next.persons).toEqual([2]);
  expect(next.names).toEqual(['', 'Ana']);
  close();
});

test('who has no name is called by the seat, and the log begins with the game', async () => {
  const { local, close } = page();
  const named = async (kinds: ('person' | 'bot')[], bot = 'easy') => {
    const seats = kinds.map((kind) => (kind === 'bot' ? { kind, bot } : { kind }));
    const table = await local.create({
      board: { id: 'europe' },
      seats,
      names: kinds.map(() => ''),
      options: [{ name: 'first', value: 0 }],
      seed: SEED,
    });
    return (await table.open(1)).state;
  };
  const alone = await named(['person', 'bot', 'bot']);
  expect(alone.names).toEqual(['You', 'Bot 2', 'Bot 3']);
  expect(textOf(alone.log[0]!.runs)).toBe('The game begins.');
  expect((await named(['person', 'person', 'bot'])).names).toEqual(['Seat 1', 'Seat 2', 'Bot 3']);
  const cast = await named(['person', 'bot'], 'carmen');
  expect(cast.names).toEqual(['You', 'Carmen']);
  expect(cast.chairs[1]).toMatchObject({ bot: 'carmen', name: 'Carmen' });
  close();
});

test('a card from the deck is told with the name of who draws it', async () => {
  const { local, close } = page();
  const table = await local.create({
    board: { id: 'berlin' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['', ''],
    seed: SEED,
  });
  const session = await table.open(1);
  await session.do(session.state.legal[0]?.event ?? 0);
  const { legal } = await when(session, (s) => s.myTurn && s.legal.some((l) => l.kind === 'draw'));
  await session.do(legal.find((l) => l.kind === 'draw' && 'slot' in l && l.slot === DECK)?.event ?? 0);
  const { log } = await when(session, (s) => s.log.some((line) => textOf(line.runs).includes('from the deck')));
  for (const line of log.filter((l) => textOf(l.runs).includes('from the deck')))
    expect(line.seat).toBe(textOf(line.runs).startsWith('You ') ? 1 : 2);
  close();
});

test('the words of the table follow the language', async () => {
  const { speak } = await import('../core/language');
  const { local, close } = page();
  const table = await local.create({
    board: { id: 'berlin' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'hard' }],
    names: ['Ana', ''],
    seed: SEED,
  });
  const session = await table.open(1);
  expect(textOf(session.state.log[0]!.runs)).toBe('The game begins.');
  const { last } = session.state;
  await expect(local.create({ board: { text: 'nonsense' }, seats: [], names: [] })).rejects.toThrow(/ /);
  speak('es');
  const nonsense = local.create({ board: { id: 'berlin' }, seats: [{ kind: 'person' }], names: [''] });
  await expect(nonsense).rejects.toThrow('Este tablero es para 2 a 4 jugadores, no para 1.');
  const spanish = await when(session, (s) => textOf(s.log[0]?.runs ?? []) === 'Empieza la partida.');
  expect(spanish.names[1]).toBe('Bot 2');
  expect(spanish.last).toBeGreaterThanOrEqual(last);
  speak('en');
  await when(session, (s) => textOf(s.log[0]?.runs ?? []) === 'The game begins.');
  close();
});

test('what is damaged can be seen and deleted, and does not hide the others', async () => {
  const store = memoryStore();
  await store.put({ id: 'broken', over: true } as KeptGame, 0);
  const { local, close } = page(store);
  const table = await local.create({
    board: { id: 'metro' },
    seats: [{ kind: 'person' }, { kind: 'bot', bot: 'easy' }],
    names: ['', ''],
    seed: SEED,
  });
  const list = await local.list();
  expect(list.map((game) => [game.id, game.damaged])).toEqual([
    [table.id, false],
    ['broken', true],
  ]);
  expect(list[0]!.standing).toEqual({
    acts: [1],
    seats: [
      { points: 0, turn: 1 },
      { points: 0, turn: 0 },
    ],
  });
  await expect(local.open('broken')).rejects.toThrow('This game is damaged.');
  await local.delete('broken');
  expect(await local.list()).toHaveLength(1);
  close();
});
