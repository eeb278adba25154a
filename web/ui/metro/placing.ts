// How the legal events of Metro are arranged for people: which tiles can be placed, how they can be turned, on which
// squares; and the words for it. Legality, changes of lines and points come from the engine.
import type { TableState } from '../../core/api';
import type { LineChange } from './questions';
import type { MetroBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { MetroPosition } from '../../core/position';
import type { MetroLegal } from './legal';

type Place = Extract<MetroLegal, { kind: 'place' }>;

/** A tile that can be placed now: for each number of quarter turns the squares, and the event for each. */
export interface Placeable {
  tile: string;
  turns: Map<number, Map<string, number>>;
}

/** The tiles that the legal events place, each once. */
export function placeables(legal: readonly MetroLegal[]): Placeable[] {
  const tiles = new Map<string, Placeable>();
  for (const l of legal.filter((x): x is Place => x.kind === 'place')) {
    const p = tiles.get(l.tile) ?? { tile: l.tile, turns: new Map<number, Map<string, number>>() };
    const squares = p.turns.get(l.turns) ?? new Map<string, number>();
    squares.set(l.square, l.event);
    p.turns.set(l.turns, squares);
    tiles.set(l.tile, p);
  }
  return [...tiles.values()];
}

/** The code of a tile after so many clockwise quarter turns. */
export function turned(board: MetroBoard, tile: string, turns: number): string {
  let code = tile;
  for (let i = 0; i < turns; i++) code = board.tiles.find((x) => x.code === code)?.turned ?? code;
  return code;
}

/** The next number of quarter turns that a tile can be placed with; by is 1 or -1. */
export function nextTurn(p: Placeable, now: number, by: number): number {
  for (let i = 1; i < 4; i++) {
    const turns = (now + by * i + 8) % 4;
    if (p.turns.has(turns)) return turns;
  }
  return now;
}

/** The tiles that a seat sees as its own, with the one that it drew last; none if its hand is not known. */
export function ownTiles(position: MetroPosition, seat: number | null): { hand: string[]; drawn: string | null } {
  const mine = seat === null ? undefined : position.seats[seat - 1];
  const drew = position.redrawn && position.to_act === seat;
  return { hand: mine?.hand ?? [], drawn: drew ? position.drawn : null };
}

/** What a change of a line brings: points if it ends, else tiles. Lines without an owner bring nothing. */
export function gain(change: LineChange): number {
  return change.line.complete ? change.line.points : change.line.length - change.before;
}

/** Changes of lines that somebody owns, one's own first, then those that score. */
export function ownedChanges(changes: readonly LineChange[], seat: number | null): LineChange[] {
  const rank = (c: LineChange) => (c.line.owner === seat ? 0 : 2) + (c.line.complete ? 0 : 1);
  return changes
    .filter((c) => c.line.owner !== null)
    .sort((a, b) => rank(a) - rank(b) || a.line.number - b.line.number);
}

/** The tags at the stations. */
export function tagsOf(changes: readonly LineChange[]): Map<number, { text: string; scores: boolean }> {
  return new Map(changes.map((c) => [c.line.number, { text: `+${gain(c)}`, scores: c.line.complete }]));
}

/** "grows from 0 to 1 tile", "ends at station 29: 3 tiles". */
export function changeWords(t: Translate, c: LineChange): string {
  if (!c.line.complete) return t('grows from {0} to {1} {1|tile|tiles}', c.before, c.line.length);
  if (c.line.end === 'centre') return t('ends in the centre: {0} {0|tile|tiles}, counted twice', c.line.length);
  return t('ends at station {0}: {1} {1|tile|tiles}', c.line.end ?? '', c.line.length);
}

/** Whose line, for screen readers: "Your line 28", "Chen’s line 29". */
function whoseLine(t: Translate, state: TableState, c: LineChange): string {
  if (c.line.owner === state.seat) return t('Your line {0}', c.line.number);
  return t('{0}’s line {1}', state.names[(c.line.owner ?? 1) - 1] ?? '', c.line.number);
}

/** "Your line 28 grows to 1 tile. Chen’s line 29 ends at station 29 and scores 3." */
export function changesSpoken(t: Translate, state: TableState, changes: readonly LineChange[]): string {
  if (changes.length === 0) return t('No line changes.');
  return changes
    .map((c) => {
      const line = whoseLine(t, state, c);
      if (!c.line.complete) return t('{0} grows to {1} {1|tile|tiles}.', line, c.line.length);
      if (c.line.end === 'centre') return t('{0} ends in the centre and scores {1}.', line, c.line.points);
      return t('{0} ends at station {1} and scores {2}.', line, c.line.end ?? '', c.line.points);
    })
    .join(' ');
}

/** What the header says on one's own turn. */
export function turnWords(t: Translate, position: MetroPosition, redraw: boolean): string {
  if (position.redrawn) return t('Place the tile that you drew.');
  if (redraw) return t('Place your tile, or draw another and place that one.');
  return t('Place your tile.');
}
