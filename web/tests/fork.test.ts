// Playing on from a position of a replay: the table in the page begins exactly there, and the game goes on.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { MetroSeat, Position, RoutesSeat } from '../core/position';
import { Replay } from '../core/replay';
import { Wasm } from '../core/wasm';
import { module, page, when } from './table';

for (const name of ['europe-3', 'berlin-2', 'paris-4', 'metro-turning', 'pond-2']) {
  test(`a fork of ${name}`, async () => {
    const board = name.startsWith('pond') ? readFileSync('../tests/games/pond.board', 'utf8') : null;
    const replay = new Replay(new Wasm(module), readFileSync(`../tests/games/${name}.log`, 'utf8'), board);
    const moments = replay.moments('everything');
    const middle = moments[Math.floor(moments.length / 2)];
    const seat = middle?.acts ?? 1;
    const n = middle?.n ?? 0;
    const { local, close } = page();
    const table = await local.create({
      board: board === null ? { id: replay.board } : { text: board },
      seats: replay.names.map((_, i) => (i + 1 === seat ? { kind: 'person' } : { kind: 'bot', bot: 'easy' })),
      names: replay.names,
      log: replay.log(n),
    });
    const session = await table.open(seat);
    const { position, myTurn, legal } = session.state;
    expect(myTurn).toBe(true);
    expect({ ...position, seats: null }).toEqual({ ...replay.position(n, seat), seats: null });
    const hand = (p: Position | null) => (p?.seats[seat - 1] as RoutesSeat | MetroSeat).hand;
    expect(hand(position)).toEqual(hand(replay.position(n, seat)));
    const before = session.state.last;
    expect((await session.do(legal[0]?.event ?? 0)).ok).toBe(true);
    await when(session, (s) => s.last > before);
    table.close();
    close();
  });
}
