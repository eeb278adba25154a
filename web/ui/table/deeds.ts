// What the others did since the person's last turn: the last turn of each, and what the board shows of it.
import type { LogLine, Place, Run, TableState } from '../../core/api';
import type { Translate } from '../../core/i18n';
import { placeOf } from '../../core/log';
import { stepTo } from '../parts/arrows';

export interface Deed {
  seat: number;
  line: LogLine; // of the turn
  place: Place | null; // where the seat has built or placed something; null: nothing is visible
}

/** Did that seat put there what the run names? */
export type Stands = (seat: number, run: Exclude<Run, string>) => boolean;

/** The lines of the last turns of all others, oldest first. For spectators: of everybody. */
function turnsOf({ log, seat, acts }: Pick<TableState, 'log' | 'seat' | 'acts'>): LogLine[] {
  const lines: LogLine[] = [];
  const told = new Set<number>();
  let own = seat !== null && acts.includes(seat); // the person's own turn goes on: its line is passed over
  for (let i = log.length - 1; i >= 0; i--) {
    const line = log[i]!;
    if (line.of !== 'turn' || line.undone || line.seat === null) continue;
    if (line.seat === seat) {
      if (!own) break;
      continue;
    }
    own = false;
    if (told.has(line.seat)) {
      if (seat === null) break;
      continue;
    }
    told.add(line.seat);
    lines.unshift(line);
  }
  return lines;
}

export function deedsOf(table: Pick<TableState, 'log' | 'seat' | 'acts' | 'status'>, stands: Stands): Deed[] {
  if (table.status !== 'playing') return [];
  return turnsOf(table).map((line) => {
    const seat = line.seat!;
    const place = placeOf(line.runs.filter((run) => typeof run !== 'string' && stands(seat, run)));
    const empty = Object.values(place).every((list: unknown[]) => list.length === 0);
    return { seat, line, place: empty ? null : place };
  });
}

const HERE = '\u0001'; // where the name of a place comes in a sentence

/** A deed in words, with the name of its place marked. If the board shows it, a short sentence says so; so does one
 *  of a tunnel that was not claimed; anything else
 *  quotes the line of the log. `short`: a disc shows the seat, so the words leave it out. */
export function deedRuns(t: Translate, deed: Deed, name: string, short = false): readonly Run[] {
  const { line, place } = deed;
  // A route that is named but not claimed is a tunnel that asked for too much.
  const kind = !place ? 'tunnel' : place.routes?.length ? 'route' : place.cities?.length ? 'city' : 'square';
  const run = line.runs.find((r) => typeof r !== 'string' && r[kind === 'tunnel' ? 'route' : kind] !== undefined);
  if (run === undefined)
    return short ? line.runs.filter((r) => typeof r === 'string' || r.seat !== deed.seat) : line.runs;
  const sentence = {
    tunnel: short ? t('did not get {0}', HERE) : t('{0} did not get the tunnel {1}', name, HERE),
    route: short ? HERE : t('{0} claimed {1}', name, HERE),
    city: short ? t('station {0}', HERE) : t('{0} built a station in {1}', name, HERE),
    square: short ? t('tile on {0}', HERE) : t('{0} placed a tile on {1}', name, HERE),
  }[kind];
  const [before = '', after = ''] = sentence.split(HERE);
  return [before, run, after].filter((part) => part !== '');
}

/** "+4" */
export const pointsOf = ({ line: { points } }: Deed): string =>
  points ? `${points > 0 ? '+' : '−'}${Math.abs(points)}` : '';

/** Arrow keys go to the next element with `[data-deed]`. True if the key was an arrow. */
export function stepDeeds(e: KeyboardEvent): boolean {
  const here = (e.target as Element).closest<HTMLElement>('[data-deed]');
  if (!here) return false;
  const all = [...(e.currentTarget as Element).querySelectorAll<HTMLElement>('[data-deed]')];
  const to = stepTo(e, all.indexOf(here), all.length);
  if (to !== null) all[to]?.focus();
  return to !== null;
}

/** Focuses the first of them; if there is none, the log. */
export function focusDeeds(root: Element | undefined): void {
  const first =
    root?.querySelector<HTMLElement>('.deeds [data-deed]') ?? root?.querySelector<HTMLElement>('[data-deed]');
  (first ?? root?.querySelector<HTMLElement>('#log'))?.focus();
}
