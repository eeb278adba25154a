// What the others did since the person's last turn (ui/table/deeds.ts).
import { describe, expect, it } from 'vitest';
import type { LogLine, Run } from '../core/api';
import { textOf } from '../core/log';
import { translator } from '../core/i18n';
import { deedRuns, deedsOf, pointsOf } from '../ui/table/deeds';

const t = translator(null);
const all = () => true;

/** Lines of turns, in order. */
function log(...turns: [seat: number, ...runs: Run[]][]): LogLine[] {
  return turns.map(([seat, ...runs], i) => ({
    n: i + 1,
    last: 10 * (i + 1),
    of: 'turn',
    seat,
    points: null,
    runs,
    undone: false,
  }));
}
const table = (lines: LogLine[], seat: number | null, acts: number[]) => ({
  log: lines,
  seat,
  acts,
  status: 'playing' as const,
});
const seats = (...args: Parameters<typeof table>) => deedsOf(table(...args), all).map((d) => d.seat);

describe('what the others did', () => {
  it('is the last turn of each since the own one', () => {
    expect(seats(log([1, 'a'], [2, 'b'], [3, 'c'], [1, 'd'], [2, 'e'], [3, 'f']), 1, [1])).toEqual([2, 3]);
    expect(seats(log([1, 'a'], [2, 'b'], [3, 'c'], [1, 'd'], [2, 'e']), 1, [3])).toEqual([2]);
  });
  it('stays while the own turn goes on, and goes when it ends', () => {
    const lines = log([1, 'a'], [2, 'b'], [3, 'c'], [1, 'one card']);
    expect(seats(lines, 1, [1])).toEqual([2, 3]);
    expect(seats(lines, 1, [2])).toEqual([]);
  });
  it('leaves out what was taken back, and what is no turn', () => {
    const lines = log([1, 'a'], [2, 'b'], [3, 'c']);
    lines[2]!.undone = true;
    expect(seats(lines, 1, [3])).toEqual([2]);
    lines[1]!.of = 'game';
    expect(seats(lines, 1, [3])).toEqual([]);
  });
  it('is the last turn of everybody for somebody who only watches', () => {
    expect(seats(log([1, 'a'], [2, 'b'], [1, 'c']), null, [2])).toEqual([2, 1]);
  });
  it('is nothing before the game and after it', () => {
    expect(deedsOf({ ...table(log([2, 'b']), 1, []), status: 'over' }, all)).toEqual([]);
  });
  it('has a place only if something stands there', () => {
    const lines = log([2, 'Otto does not claim ', { text: 'Roma–Palermo', route: 7 }, '.']);
    expect(deedsOf(table(lines, 1, [1]), () => false)[0]?.place).toBeNull();
    expect(deedsOf(table(lines, 1, [1]), (seat, run) => seat === 2 && run.route === 7)[0]?.place?.routes).toEqual([7]);
  });
  it('is told in a sentence, or shortly', () => {
    const [claim, house, cards, tunnel] = deedsOf(
      table(
        log(
          [2, { text: 'Otto', seat: 2 }, ' claims ', { text: 'Roma–Palermo', route: 7 }, ' for 4.'],
          [3, 'Carmen builds a station in ', { text: 'Roma', city: 'Roma' }, '.'],
          [4, 'Tilde takes two cards.'],
          [5, 'Pim does not claim ', { text: 'Zürich–Venezia', route: 9 }, ': it asks for 2 more.'],
        ),
        1,
        [1],
      ),
      (_, run) => run.seat === undefined && run.route !== 9,
    );
    claim!.line.points = 7;
    expect(textOf(deedRuns(t, claim!, 'Otto'))).toBe('Otto claimed Roma–Palermo');
    expect(textOf(deedRuns(t, claim!, 'Otto', true))).toBe('Roma–Palermo');
    expect(pointsOf(claim!)).toBe('+7');
    expect(textOf(deedRuns(t, house!, 'Carmen'))).toBe('Carmen built a station in Roma');
    expect(textOf(deedRuns(t, house!, 'Carmen', true))).toBe('station Roma');
    expect(textOf(deedRuns(t, cards!, 'Tilde'))).toBe('Tilde takes two cards.');
    expect(pointsOf(cards!)).toBe('');
    cards!.line.runs = [{ text: 'Tilde', seat: 4 }, ' takes two cards.'];
    expect(textOf(deedRuns(t, cards!, 'Tilde'))).toBe('Tilde takes two cards.');
    expect(textOf(deedRuns(t, cards!, 'Tilde', true))).toBe(' takes two cards.');
    expect(textOf(deedRuns(t, tunnel!, 'Pim'))).toBe('Pim did not get the tunnel Zürich–Venezia');
    expect(textOf(deedRuns(t, tunnel!, 'Pim', true))).toBe('did not get Zürich–Venezia');
  });
});
