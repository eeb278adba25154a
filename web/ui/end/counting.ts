// How the points are counted at the end: steps one after the other, each of which sets some numbers on the flaps. A
// family may divide them further (face.ts); without that, each column is one step.
import type { Session } from '../../core/api';
import type { Translate } from '../../core/i18n';
import { faceOf } from '../families';
import { columnsOf, pointsOf } from './sheet';

/** What the board shows during a step: numbers of routes. */
export interface Look {
  along?: number[]; // a way that was travelled, in order
  gap?: number[]; // routes that were missing
  ends?: [string, string]; // where it begins and ends
  value?: number; // points of it
  trails?: number[][]; // the longest paths
  borrowed?: { seat: number; route: number }[];
}

export interface Count {
  part: string; // the column
  seat: number | null; // whose points they are; null: everybody's
  points: Map<number, number>; // by seat: the number in the column afterwards
  says: string;
  together?: string; // said if all steps of this column and seat are shown at once
  ms: number; // how long it is shown
  look?: Look;
}

const COLUMN = 900;

export function countsOf(t: Translate, session: Session): Count[] {
  const { board, position } = session.state;
  if (!position) return [];
  const counting = faceOf(board).counting;
  if (counting) return counting(t, session);
  return columnsOf(t, board, position)
    .slice(0, -1)
    .map(({ part, name }) => ({
      part,
      seat: null,
      points: new Map(position.seats.map((s) => [s.seat, pointsOf(board, position, s.seat, part) ?? 0])),
      says: t('Counting: {0}.', name),
      ms: COLUMN,
    }));
}

/** The numbers on the flaps after the first `n` steps: by seat and column; the total is their sum. */
export function standing(counts: readonly Count[], n: number): (seat: number, part: string) => number | null {
  const set = new Map<string, number>();
  for (const count of counts.slice(0, n))
    for (const [seat, points] of count.points) set.set(`${seat} ${count.part}`, points);
  return (seat, part) => {
    if (part !== 'total') return set.get(`${seat} ${part}`) ?? null;
    const own = [...set].filter(([key]) => key.startsWith(`${seat} `));
    return own.length > 0 ? own.reduce((sum, [, points]) => sum + points, 0) : null;
  };
}

/** The last of the steps that are shown together without motion: those of one column and seat. */
export function lastOf(counts: readonly Count[], at: number): number {
  const same = (i: number) => counts[i]?.part === counts[at]?.part && counts[i]?.seat === counts[at]?.seat;
  let last = at;
  while (last + 1 < counts.length && same(last + 1)) last++;
  return last;
}

/** The first step of the next stage, which is another column. */
export function nextStage(counts: readonly Count[], at: number): number {
  let next = at + 1;
  while (next < counts.length && counts[next]?.part === counts[at]?.part) next++;
  return next;
}
