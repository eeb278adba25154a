// From the entries of an update to what the page shows of them: lines of the log, and happenings for the eye.
// Only arranges what the table has told: every member of `what` is explained in doc/protocol.md.
import type { Happening, LogLine } from './api';
import type { Happening as Entry } from './messages';

/** `what` of an entry, as protocol/event_json.c writes it. */
export interface What {
  event: number;
  kind: string;
  points?: number;
  sweep?: boolean;
  seat?: number; // whose hand or offer it comes to
  slot?: number;
  card?: string | null;
  route?: number;
  claimed?: number;
  flag_points?: number;
  city?: string;
  colour?: string | null; // of a payment
  coloured?: number;
  wilds?: number;
  flag?: boolean; // a card is kept for the flag
  count?: number;
  to?: 'hand' | 'first hand' | 'market' | 'tunnel';
  asks?: boolean;
  extra?: number;
  ticket?: { a: string; b: string; points: number } | null;
  square?: string;
  tile?: string | null;
  lines?: { station: number; points: number }[];
}

function placeOf(what: What | null): LogLine['place'] {
  if (!what) return {};
  const route = what.claimed ?? what.route;
  if (route !== undefined) return { routes: [route] };
  if (what.city !== undefined) return { cities: [what.city] };
  if (what.ticket) return { cities: [what.ticket.a, what.ticket.b] };
  if (what.square !== undefined) return { squares: [what.square] };
  return {};
}

/** Before the game begins it is of interest who sits down and stands up; afterwards the panels say it. */
const SETTLED = new Set(['sit', 'stand']);

/** Without what only mattered before the game began. */
function settled(lines: readonly LogLine[]): LogLine[] {
  return lines.some((line) => line.kind === 'start') ? lines.filter((line) => !SETTLED.has(line.kind)) : [...lines];
}

/**
 * The log with the lines of more entries; those of which there is nothing to say have none. `events`: how many events of the game had
 * happened before them. What is taken back is marked, and stays.
 */
export function told(before: readonly LogLine[], entries: readonly Entry[], events: number): LogLine[] {
  let log = [...before];
  for (const entry of entries) {
    const what = (entry.what as What | undefined) ?? null;
    if (entry.kind === 'choice' || entry.kind === 'chance') events++;
    if (entry.kind === 'undo') {
      const left = (events = entry.left ?? events);
      log = log.map((line) => (line.event > left && !line.undone && line.what ? { ...line, undone: true } : line));
    }
    if (!entry.words) continue;
    const points = what?.points ?? null;
    log.push({
      n: entry.n,
      seat: entry.seat ?? what?.seat ?? null,
      kind: entry.kind,
      words: entry.words,
      points,
      place: placeOf(what),
      event: events,
      undone: false,
      what,
    });
  }
  return settled(log);
}

/** What a choice of a seat shows. */
function chosen(what: What, seat: number): Happening[] {
  switch (what.kind) {
    case 'draw': // one from the deck is shown when it is dealt
      return what.slot === undefined || what.slot === 5
        ? []
        : [{ kind: 'draw', seat, slot: what.slot, card: what.card ?? null }];
    case 'station':
      return [{ kind: 'station', seat, city: what.city ?? '' }];
    case 'keep':
      return [{ kind: 'tickets', seat, count: what.count ?? 0 }];
    case 'place':
      return [{ kind: 'place', seat, square: what.square ?? '', tile: what.tile ?? '' }];
    default:
      return what.claimed === undefined ? [{ kind: 'other', seat }] : [];
  }
}

/** What happened in one update, in order. `actor` is the seat that acted last before it. */
export function happeningsOf(entries: readonly Entry[], actor: number | null): Happening[] {
  const all: Happening[] = [];
  let turned: (Happening & { kind: 'turned' }) | null = null;
  for (const entry of entries) {
    const what = entry.what as What | undefined;
    if (entry.seat !== undefined) actor = entry.seat;
    if (!what) {
      if (entry.kind !== 'sealed') all.push({ kind: 'other', seat: entry.seat ?? null });
      continue;
    }
    const seat = actor ?? 1;
    if (entry.kind === 'choice') {
      all.push(...chosen(what, seat));
    } else if (what.to === 'hand') {
      all.push({ kind: 'draw', seat, slot: 5, card: what.card ?? null });
    } else if (what.to === 'market') {
      all.push({ kind: 'refill', slot: what.slot ?? 0, card: what.card ?? '' });
    } else if (what.to === 'tunnel') {
      if (!turned) all.push((turned = { kind: 'turned', route: what.route ?? 0, cards: [], extra: 0 }));
      turned.cards.push({ card: what.card ?? '', asks: what.asks ?? false });
      turned.extra = turned.cards.filter((card) => card.asks).length;
    }
    if (what.claimed !== undefined) all.push({ kind: 'claim', seat, route: what.claimed });
    if (what.flag_points) all.push({ kind: 'flag', seat, points: what.flag_points });
    for (const line of what.lines ?? []) all.push({ kind: 'line', ...line });
    if (what.sweep) all.push({ kind: 'sweep' });
  }
  return all;
}
