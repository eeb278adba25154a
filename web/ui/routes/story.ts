// The log of a route game as it is told to the eye: one line for each turn, with the places and cards in it. It only joins what the
// table has told entry by entry; the sentences for screen readers stay as they come.
import type { LogLine } from '../../core/api';
import type { RoutesBoard } from '../../core/board';
import type { Translate } from '../../core/i18n';
import { cardName, marked, wildOf } from './words';

/** A piece of a line: words, the name of a place, or a card's sign (its name follows, or is only said). */
export interface Part {
  text: string;
  place?: boolean;
  card?: string;
}

/** One line of the log: the entries that make it, and what they brought together. */
export interface Told extends Pick<LogLine, 'n' | 'seat' | 'points' | 'place' | 'undone'> {
  kind: 'draw' | 'tunnel' | 'tickets' | 'other';
  lines: LogLine[];
  open: boolean; // the turn is not over with it
  turn: boolean; // it begins a turn
}

const TURN = new Set(['draw', 'deal', 'claim', 'tickets', 'station', 'pass']);

function joined(kind: Told['kind'], lines: LogLine[], open: boolean): Told {
  const [first] = lines as [LogLine, ...LogLine[]];
  const points = lines.reduce<number | null>((sum, l) => (l.points === null ? sum : (sum ?? 0) + l.points), null);
  const place = kind === 'tickets' ? {} : first.place;
  const turn = first.what !== null && TURN.has(first.what.kind) && first.what.to !== 'market';
  return {
    n: lines[lines.length - 1]!.n,
    kind,
    seat: first.seat,
    points,
    place,
    undone: first.undone,
    lines,
    open,
    turn,
  };
}

function begin(board: RoutesBoard, line: LogLine): Told {
  const { what } = line;
  const told = (kind: Told['kind'], open: boolean) => joined(kind, [line], open);
  if (what?.kind === 'draw') return told('draw', what.card !== wildOf(board));
  if (what?.kind === 'deal' && what.to === 'hand') return told('draw', true);
  if (what?.kind === 'claim' && board.routes.find((r) => r.number === what.route)?.tunnel)
    return told('tunnel', what.claimed === undefined);
  if (what?.kind === 'tickets') return told('tickets', true);
  return told('other', false);
}

/** The line as it goes on with an entry, or null if that is another one. */
function goOn(open: Told, line: LogLine): Told | null {
  const { what } = line;
  if (!what || line.undone !== open.undone) return null;
  const more = (on: boolean) => joined(open.kind, [...open.lines, line], on);
  if (open.kind === 'draw' && line.seat === open.seat && (what.kind === 'draw' || what.to === 'hand'))
    return more(false);
  if (open.kind === 'tunnel' && what.to === 'tunnel') return more(what.claimed === undefined);
  if (open.kind === 'tunnel' && (what.kind === 'extra' || what.kind === 'decline')) return more(false);
  if (open.kind === 'tickets' && line.seat === open.seat && what.kind === 'deal_ticket') return more(true);
  if (open.kind === 'tickets' && line.seat === open.seat && what.kind === 'keep') return more(false);
  return null;
}

/** The lines of a log. A line that does not change stays the same object: `before` is what was made of a shorter log. */
export function storyOf(board: RoutesBoard, log: readonly LogLine[], before: readonly Told[] = []): Told[] {
  const out: Told[] = [];
  let at = -1; // of the line that may go on
  for (const line of log) {
    const open = at >= 0 ? out[at] : undefined;
    const next = open ? goOn(open, line) : null;
    if (next) {
      out[at] = next;
      if (!next.open) at = -1;
      continue;
    }
    if (line.kind !== 'chance') at = -1; // the market dealt anew in between is no other turn
    const fresh = begin(board, line);
    out.push(fresh);
    if (fresh.open) at = out.length - 1;
  }
  const same = (a: Told | undefined, b: Told) =>
    a !== undefined &&
    a.open === b.open &&
    a.lines.length === b.lines.length &&
    a.lines.every((l, i) => l === b.lines[i]);
  return out.map((told, i) => (same(before[i], told) ? before[i]! : told));
}

/** Which turn of theirs the seat is in that is to act. */
export function turnOf(told: readonly Told[], seat: number): number {
  const turns = told.filter((x) => x.turn && x.seat === seat && !x.undone);
  const last = told.findLast((x) => x.turn && !x.undone);
  return turns.length + (last?.seat === seat && last.open ? 0 : 1);
}

const lastOf = (told: Told): LogLine => told.lines[told.lines.length - 1]!;

export interface Teller {
  t: Translate;
  board: RoutesBoard;
  names: readonly string[];
  seat: number | null; // whom it is told to
}

// Places and cards are marked in a sentence: \u0001 begins one, then the name of the card or nothing, \u0002, what is written, \u0003.
const MARK = /\u0001([^\u0002]*)\u0002([^\u0003]*)\u0003/;
const mark = (card: string, text: string) => `\u0001${card}\u0002${text}\u0003`;
const bare = (sentence: string) => sentence.replace(new RegExp(MARK, 'g'), '$2').replaceAll('\u00a0', ' ');

/** The parts of a sentence with marks. */
function parts(sentence: string): Part[] {
  return sentence.split(MARK).flatMap((piece, i, all): Part[] => {
    if (i % 3 === 1) return [];
    if (i % 3 === 0) return piece ? [{ text: piece }] : [];
    const card = all[i - 1];
    return [card ? { text: piece, card } : { text: piece, place: true }];
  });
}

const cardOf = ({ t, board }: Teller, name: string, n = 1) => mark(name, cardName(t, board, name, n));

function routeOf({ board }: Teller, number: number | undefined): string {
  const r = board.routes.find((x) => x.number === number);
  return mark('', r ? `${r.a}–${r.b}` : '');
}

interface Paid {
  colour?: string | null;
  coloured?: number;
  wilds?: number;
}

/** As paymentWords says it, with marks; a number stays with its card. */
function payment(x: Teller, { colour, coloured = 0, wilds = 0 }: Paid): string {
  const wild = `${wilds}\u00a0${cardOf(x, wildOf(x.board), wilds)}`;
  if (coloured === 0 || !colour) return wild;
  const some = `${coloured}\u00a0${cardOf(x, colour, coloured)}`;
  return wilds > 0 ? x.t('{0} and {1}', some, wild) : some;
}

/** What the table said after a sentence that is told in other words here, such as that the game is over; null if it said something else. */
function after(words: string, said: string): string | null {
  const whole = bare(said);
  return words.startsWith(whole) ? words.slice(whole.length) : null;
}

/** A sentence, and what the table said after the sentence that it stands for; the table's own words if it said something else. */
function instead(words: string, sentence: string, said: string): string {
  const more = after(words, said);
  return more === null ? words : sentence + more;
}

/** What the table says when a card is taken. */
function taken({ t, board }: Teller, { what }: LogLine, name: string | null): string {
  const card = what?.card ? cardName(t, board, what.card) : null;
  if (what?.kind === 'draw')
    return name === null
      ? t('You take {1} from the market.', '', card ?? '')
      : t('{0} takes {1} from the market.', name, card ?? '');
  if (card === null) return t('{0} draws a card from the deck.', name ?? '');
  return name === null ? t('You draw {1} from the deck.', '', card) : t('{0} draws {1} from the deck.', name, card);
}

function drawn(x: Teller, told: Told, name: string | null): string {
  const { t } = x;
  const items = told.lines.map(({ what }) => ({
    deck: what?.kind === 'deal',
    known: what?.card ? cardOf(x, what.card) : null,
  }));
  const [first, second] = items;
  const from = (i: (typeof items)[number]) =>
    i.known === null ? t('a card from the deck') : i.deck ? t('{0} from the deck', i.known) : i.known;
  let what = first ? from(first) : '';
  if (first && second) {
    if (first.deck && second.deck)
      what =
        first.known === null || second.known === null
          ? t('two cards from the deck')
          : t('{0} and {1} from the deck', first.known, second.known);
    else if (first.known !== null && second.known !== null && second.deck)
      what = t('{0}, and {1} from the deck', first.known, second.known);
    else what = t('{0} and {1}', from(first), from(second));
  }
  const more = told.lines.map((line) => after(line.words, taken(x, line, name)) ?? '').join('');
  return (name === null ? t('You take {1}.', '', what) : t('{0} takes {1}.', name, what)) + more;
}

function tried(x: Teller, told: Told, name: string | null): string {
  const { t } = x;
  const [claim, ...then] = told.lines;
  const { what: end, words } = lastOf(told);
  const where = routeOf(x, claim?.what?.route);
  const paid = payment(x, claim?.what ?? {});
  const cards = then.flatMap(({ what }) => (what?.to === 'tunnel' && what.card ? [cardOf(x, what.card)] : []));
  const turned = cards.length > 0 ? ` ${t('Turned up: {0}.', cards.join(', '))}` : '';
  if (end?.kind === 'decline') {
    const asked = then.find(({ what }) => what?.extra !== undefined)?.what?.extra ?? 0;
    return name === null
      ? instead(
          words,
          t('You don’t claim the tunnel {0}: it asks for {1} more.', where, asked) + turned,
          t('You take the payment back: the tunnel is not claimed.'),
        )
      : instead(
          words,
          t('{0} does not claim the tunnel {1}: it asks for {2} more.', name, where, asked) + turned,
          t('{0} takes the payment back: the tunnel is not claimed.', name),
        );
  }
  if (end?.kind === 'extra') {
    const more = payment(x, end);
    return name === null
      ? instead(
          words,
          t('You claim {0}, a tunnel, for {1}, and {2} more.', where, paid, more),
          t('You pay {2} more and claim {1}.', '', where, more),
        )
      : instead(
          words,
          t('{0} claims {1}, a tunnel, for {2}, and {3} more.', name, where, paid, more),
          t('{0} pays {2} more and claims {1}.', name, where, more),
        );
  }
  if (end?.claimed !== undefined) {
    // Without a card to turn up the tunnel is claimed at once.
    const tries =
      name === null
        ? t('You try the tunnel {1} for {2}.', '', where, paid)
        : t('{0} tries the tunnel {1} for {2}.', name, where, paid);
    const said =
      then.length === 0
        ? tries
        : t('Turned up for the tunnel: {0}; it asks for nothing more and is claimed.', cardOf(x, end.card ?? ''));
    return instead(
      words,
      name === null
        ? t('You claim {0}, a tunnel, for {1}; it asks for nothing more.', where, paid)
        : t('{0} claims {1}, a tunnel, for {2}; it asks for nothing more.', name, where, paid),
      said,
    );
  }
  return (
    (name === null
      ? t('You try the tunnel {1} for {2}.', '', where, paid)
      : t('{0} tries the tunnel {1} for {2}.', name, where, paid)) + turned
  );
}

/** A claim without its points, which stand beside the line. */
function claimed(x: Teller, { what, words }: LogLine, name: string | null): string {
  const { t } = x;
  const where = routeOf(x, what?.route);
  const paid = payment(x, what ?? {});
  const points = t('{0} {0|point|points}', x.board.routes.find((r) => r.number === what?.route)?.points ?? 0);
  if (what?.flag)
    return name === null
      ? instead(
          words,
          t('You claim {0} for {1}, and keep a card for the flag.', where, paid),
          t('You claim {1} for {2}, {3}, and keep a card for the flag.', '', where, paid, points),
        )
      : instead(
          words,
          t('{0} claims {1} for {2}, and keeps a card for the flag.', name, where, paid),
          t('{0} claims {1} for {2}, {3}, and keeps a card for the flag.', name, where, paid, points),
        );
  return name === null
    ? instead(
        words,
        t('You claim {0} for {1}.', where, paid),
        t('You claim {1} for {2}, {3}.', '', where, paid, points),
      )
    : instead(
        words,
        t('{0} claims {1} for {2}.', name, where, paid),
        t('{0} claims {1} for {2}, {3}.', name, where, paid, points),
      );
}

function built(x: Teller, { what, words }: LogLine, name: string | null): string {
  const where = mark('', what?.city ?? '');
  const sentence =
    name === null
      ? x.t('You build a station in {1} for {2}.', '', where, payment(x, what ?? {}))
      : x.t('{0} builds a station in {1} for {2}.', name, where, payment(x, what ?? {}));
  return instead(words, sentence, sentence);
}

function chose({ t }: Teller, { what, words }: LogLine, name: string | null): string {
  const draws = name === null ? t('You draw tickets.') : t('{0} draws tickets.', name);
  if (what?.kind !== 'keep') return draws;
  if (!what.count) return instead(words, draws, t('{0} has chosen tickets.', name ?? ''));
  const kept = `${what.count} ${t(what.count === 1 ? 'ticket' : 'tickets')}`;
  return name === null
    ? instead(words, t('You draw tickets and keep {0}.', what.count), t('You keep {1}.', '', kept))
    : instead(words, t('{0} draws tickets and keeps {1}.', name, what.count), t('{0} keeps {1}.', name, kept));
}

/** What a line says. */
export function partsOf(x: Teller, told: Told): Part[] {
  const line = lastOf(told);
  const name = told.seat === x.seat ? null : (x.names[(told.seat ?? 0) - 1] ?? '');
  if (told.kind === 'draw') return parts(drawn(x, told, name));
  if (told.kind === 'tunnel') return parts(tried(x, told, name));
  if (told.kind === 'tickets') return parts(chose(x, line, name));
  if (line.what?.kind === 'claim') return parts(claimed(x, line, name));
  if (line.what?.kind === 'station') return parts(built(x, line, name));
  return marked(line.words, line.place.cities ?? []);
}
