// What a person does at a table is sent once, and what came next counts at once; the same in all families of games.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Session, TableState } from '../core/api';
import type { Legal } from '../core/position';
import type { Facts } from '../ui/routes/facts';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { language: 'en' } });

const ACCEPTED: Answer = { ok: true };
const REFUSED: Answer = { ok: false, why: { code: 'illegal', message: 'Not so.' } };
const square: Legal = { event: 7, kind: 'place', square: 'a1', tile: 'aaaa', turns: 0 };
const board = { cards: [], tiles: [{ code: 'aaaa', count: 1, turned: 'aaaa' }] };

/** A table that answers when it is told to. */
class Table {
  state = { last: 10, undo: 'no', board, legal: [square], myTurn: true } as unknown as TableState;
  readonly sent: number[] = [];
  private readonly waiting: ((answer: Answer) => void)[] = [];

  do(event: number): Promise<Answer> {
    this.sent.push(event);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Shows that something has happened. */
  tell(): void {
    this.state = { ...this.state, last: this.state.last + 1 };
  }

  /** Answers the event that waits longest, and lets the page hear it. */
  async answer(answer: Answer): Promise<void> {
    this.waiting.shift()!(answer);
    await new Promise((resolve) => setTimeout(resolve));
  }
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
        const facts = { draws: new Map([[0, 7]]), position: { market: ['red'] }, board } as unknown as Facts;
        const control = new RouteControl(session, () => facts);
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
