// The lines of the log as the table makes them: kept by their number, struck out when they are taken back. Nothing here
// looks at the words of a line.
import type { LogLine, Place, Run } from './api';

/** A line as the engine tells it (web/wasm/client.c). */
export interface Story {
  n: number; // it replaces an earlier line with this number
  last: number; // the number of the last entry that it is about
  of: LogLine['of'];
  seat?: number;
  points?: number;
  undone?: number; // an undo: lines of turn and game whose last entry has this number or a later one are taken back
  runs: Run[];
}

function lineOf(story: Story): LogLine {
  return {
    n: story.n,
    last: story.last,
    of: story.of,
    seat: story.seat ?? null,
    points: story.points ?? null,
    runs: story.runs,
    undone: false,
  };
}

/** The log with more lines: new ones, and known ones that have grown. Lines that don't change stay the same objects. */
export function withLines(log: readonly LogLine[], stories: readonly Story[]): LogLine[] {
  let lines = [...log];
  for (const story of stories) {
    const from = story.undone;
    if (from !== undefined)
      lines = lines.map((l) => (l.of !== 'table' && l.last >= from && !l.undone ? { ...l, undone: true } : l));
    const at = lines.findLastIndex((l) => l.n <= story.n);
    if (lines[at]?.n === story.n) lines[at] = lineOf(story);
    else lines.splice(at + 1, 0, lineOf(story));
  }
  return lines;
}

/** The words of runs, for screen readers. */
export const textOf = (runs: readonly Run[]): string => runs.map((r) => (typeof r === 'string' ? r : r.text)).join('');

/** A line for screen readers: its words, and the points as "+4". */
export function spokenLine(line: LogLine): string {
  return line.points
    ? `${textOf(line.runs)} ${line.points > 0 ? '+' : '−'}${Math.abs(line.points)}`
    : textOf(line.runs);
}

/** The lines about entries after a number. */
export function spokenSince(log: readonly LogLine[], last: number): string {
  return log
    .filter((line) => line.last > last)
    .map(spokenLine)
    .join(' ');
}

/** The places that runs name. */
export function placeOf(runs: readonly Run[]): Place {
  const place: Required<Place> = { routes: [], cities: [], squares: [] };
  for (const run of runs) {
    if (typeof run === 'string') continue;
    if (run.route !== undefined) place.routes.push(run.route);
    if (run.city !== undefined) place.cities.push(run.city);
    if (run.square !== undefined) place.squares.push(run.square);
  }
  return place;
}

const turnLines = (log: readonly LogLine[]) => log.filter((line) => line.of === 'turn' && !line.undone);

/** How many turns a seat has had. */
export const turnsOf = (log: readonly LogLine[], seat: number): number =>
  turnLines(log).filter((line) => line.seat === seat).length;

/** The number of the turn that a seat is in. The last line is its own as long as its turn goes on. */
export const turnOf = (log: readonly LogLine[], seat: number): number =>
  turnsOf(log, seat) + (turnLines(log).at(-1)?.seat === seat ? 0 : 1);
