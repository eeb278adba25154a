// A person's action at a table is sent once, and the next one counts at once; this is the same in all families of
// games.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Hint, Session, TableState } from '../core/api';
import type { RoutesBoard } from '../core/board';
import type { Legal, RoutesPosition } from '../core/position';
import type { MetroLegal } from '../ui/metro/legal';
import type { RoutesLegal } from '../ui/routes/legal';
import { factsOf } from '../ui/routes/facts';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });

const ACCEPTED: Answer = { ok: true };
const REFUSED: Answer = { ok: false, why: { code: 'illegal', message: 'Not so.' } };
const square: MetroLegal = { event: 7, kind: 'place', square: 'a1', tile: 'aaaa', turns: 0 };
const board = {
  ...{ cards: [], tiles: [{ code: 'aaaa', count: 1, turned: 'aaaa' }] },
  ...{ words: { place: 'city' }, routes: [], options: {} },
};
const mine = { seat: 1, hand: { red: 2 }, routes: [], stations: [], offer: [{}, {}, {}] };
const position = { market: ['red', 'blue', 'red'], seats: [mine], options: {} };

/** A table that answers when the test tells it to. */
class Table {
  state = { last: 10, undo: 'no', board, position, seat: 1, legal: [square], myTurn: true } as unknown as TableState;
  readonly sent: number[] = [];
  private readonly waiting: ((answer: Answer) => void)[] = [];
  private readonly hears = new Set<(state: TableState) => void>();
  hints: Hint[] = [];

  subscribe(run: (state: TableState) => void): () => void {
    this.hears.add(run);
    return () => this.hears.delete(run);
  }

  async hint(): Promise<Hint[]> {
    return this.hints;
  }

  do(event: number): Promise<Answer> {
    this.sent.push(event);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Shows that something has happened. */
  tell(): void {
    this.state = { ...this.state, last: this.state.last + 1 };
    for (const run of this.hears) run(this.state);
  }

  /** Answers the event that has waited longest, and lets the page hear the answer. */
  async answer(answer: Answer): Promise<void> {
    this.waiting.shift()!(answer);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** What a route game shows of it. */
function shown(table: Table) {
  const position = table.state.position as RoutesPosition;
  return { board: table.state.board as RoutesBoard, position, facts: factsOf(table.state, position) };
}

interface Family {
  name: string;
  make: (session: Session) => { press: () => void; control: { refused: string | null; underway(): boolean } };
}
const families: Family[] = [];
beforeAll(async () => {
  const [{ RouteControl }, { MetroControl }] = await Promise.all([
    import('../ui/routes/control.svelte'),
    import('../ui/metro/control.svelte'),
  ]);
  families.push(
    {
      name: 'routes',
      make(session) {
        const table = session as unknown as Table;
        table.state = { ...table.state, legal: [{ event: 7, kind: 'draw', slot: 0, card: 'red' } as Legal] };
        const control = new RouteControl(session, shown(table));
        return { control, press: () => control.draw(0) };
      },
    },
    {
      name: 'metro',
      make(session) {
        const control = new MetroControl(session, () => session.state);
        return { control, press: () => control.press('a1', 'mouse') };
      },
    },
  );
});

describe.each(['routes', 'metro'])('a choice in a game of the family %s', (name) => {
  function begin() {
    const table = new Table();
    const family = families.find((f) => f.name === name)!;
    return { table, ...family.make(table as unknown as Session) };
  }

  it('is sent once, however often it is pressed', async () => {
    const { table, press, control } = begin();
    press();
    press();
    expect(table.sent).toEqual([7]);
    expect(control.underway()).toBe(true);
    await table.answer(ACCEPTED);
    press(); // accepted, but the table has not shown it yet
    expect(table.sent).toEqual([7]);
    table.tell();
    expect(control.underway()).toBe(false);
    press();
    expect(table.sent).toEqual([7, 7]);
  });

  it('can be made as soon as the table shows the next position, before the last answer has come', async () => {
    const { table, press } = begin();
    press();
    table.tell();
    press();
    expect(table.sent).toEqual([7, 7]);
    await table.answer(ACCEPTED);
    press(); // the second one is still on its way
    expect(table.sent).toEqual([7, 7]);
  });

  it('can be made again after a refusal, which is shown', async () => {
    const { table, press, control } = begin();
    press();
    await table.answer(REFUSED);
    expect(control.refused).toBe('Not so.');
    press();
    expect(table.sent).toEqual([7, 7]);
    expect(control.refused).toBeNull();
  });
});

const advice = (legal: Legal): Hint => ({ event: legal.event, legal, text: '', chance: null, reason: null });
const claim = (event: number, route: number, wilds: number): RoutesLegal => ({
  ...{ event, kind: 'claim', route, colour: 'red', coloured: 2 - wilds, wilds, flag: false },
});

describe('what was asked', () => {
  it('goes with the update that answers it; what looks possible stays so unless the answer is late', async () => {
    const { RouteControl } = await import('../ui/routes/control.svelte');
    const table = new Table();
    const control = new RouteControl(table as unknown as Session, shown(table));
    control.open({ kind: 'route', route: 40 });
    vi.useFakeTimers();
    void control.act(7);
    expect(control.underway()).toBe(true);
    expect(control.waits()).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(control.waits()).toBe(true);
    expect(control.panel).not.toBeNull();
    vi.useRealTimers();
    table.tell();
    expect(control.panel).toBeNull();
    expect(control.waits()).toBe(false);
    control.open({ kind: 'route', route: 41 });
    await table.answer(ACCEPTED);
    expect(control.panel).toEqual({ kind: 'route', route: 41 }); // another question stays
  });
});

describe('a hint', () => {
  async function routes(hints: RoutesLegal[]) {
    const { RouteControl } = await import('../ui/routes/control.svelte');
    const table = new Table();
    table.state = { ...table.state, legal: hints };
    table.hints = hints.map(advice);
    const control = new RouteControl(table as unknown as Session, shown(table));
    return { table, control };
  }

  it('selects the route and its payment; asked again it gives another idea, three at most', async () => {
    const { control } = await routes([
      claim(1, 40, 1),
      claim(2, 40, 0),
      claim(3, 41, 0),
      { event: 4, kind: 'draw', slot: 0, card: 'red' },
      { event: 5, kind: 'draw', slot: 2, card: 'red' },
      { event: 6, kind: 'tickets' },
    ]);
    await control.hint();
    expect(control.panel).toEqual({ kind: 'route', route: 40 });
    expect(control.chosen?.event).toBe(1);
    await control.hint();
    expect(control.panel).toEqual({ kind: 'route', route: 41 });
    expect(control.chosen?.event).toBe(3);
    control.another();
    expect(control.panel).toMatchObject({ kind: 'confirm', event: 4, card: 'red' });
    expect(control.markedSlot).toBe(0);
    control.another();
    expect(control.panel).toEqual({ kind: 'route', route: 40 });
    expect(control.markedSlot).toBeNull();
  });

  it('does what it says when the person agrees, and is gone then', async () => {
    const { table, control } = await routes([{ event: 4, kind: 'draw', slot: 0, card: 'red' }]);
    await control.hint();
    expect(control.several).toBe(false);
    const { panel } = control;
    void control.act(panel?.kind === 'confirm' ? panel.event : 0);
    expect(table.sent).toEqual([4]);
    await table.answer(ACCEPTED);
    expect(control.idea).toBeNull();
    expect(control.panel).toBeNull();
  });

  it('ticks the tickets that it would keep, until the person ticks others', async () => {
    const { table, control } = await routes([
      { event: 8, kind: 'keep', tickets: [0, 2], count: 2 },
      { event: 9, kind: 'keep', tickets: [1], count: 1 },
    ]);
    await control.hint();
    expect(control.ticked).toEqual([0, 2]);
    expect(table.sent).toEqual([]);
    control.another();
    expect(control.ticked).toEqual([1]);
    control.tick(0);
    expect(control.ticked).toEqual([1, 0]);
    expect(control.idea).toBeNull();
  });

  it('says nothing about a position that is gone, nor once the person has chosen something', async () => {
    const { table, control } = await routes([claim(1, 40, 0)]);
    const thinking = control.hint();
    table.tell();
    await thinking;
    expect(control.idea).toBeNull();
    expect(control.panel).toBeNull();
    await control.hint();
    control.selectRoute(41);
    expect(control.idea).toBeNull();
  });

  it('puts the tile where it would place it', async () => {
    const { MetroControl } = await import('../ui/metro/control.svelte');
    const table = new Table();
    table.hints = [advice(square), advice({ event: 9, kind: 'redraw' })];
    const control = new MetroControl(table as unknown as Session, () => table.state);
    await control.hint();
    expect(control.put).toBe('a1');
    control.another();
    expect(control.put).toBeNull();
    expect(control.idea?.legal.kind).toBe('redraw');
  });
});
