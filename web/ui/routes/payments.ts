// Payments as a person chooses from them. The engine says which there are; here they are only arranged:
// a few as tiles side by side, many (grey routes) by colour and number of wild cards.

/** What was paid: cards of a colour, and wild cards. */
export interface Paid {
  colour: string | null;
  coloured: number;
  wilds: number;
}

/** What a claim, a station or a tunnel's extra can be paid with. */
export interface Payment extends Paid {
  event: number;
  keeps: number | null; // the event that also keeps a card for the flag
}

interface Payable {
  event: number;
  colour?: string | null;
  coloured: number;
  wilds: number;
  flag?: boolean;
}

const same = (a: Payable, b: Payable) =>
  (a.colour ?? null) === (b.colour ?? null) && a.coloured === b.coloured && a.wilds === b.wilds;

/**
 * The payments among legal events, fewest wild cards first, then the colour with most cards. The question whether to
 * keep a card for the flag comes afterwards, so two events that differ only in that are one payment.
 */
export function paymentsOf(legal: readonly Payable[], hand: Record<string, number>): Payment[] {
  const held = (p: Payable) => hand[p.colour ?? ''] ?? 0;
  return legal
    .filter((l) => !l.flag)
    .map((l) => ({
      event: l.event,
      colour: l.coloured > 0 ? (l.colour ?? null) : null,
      coloured: l.coloured,
      wilds: l.wilds,
      keeps: legal.find((m) => m.flag && same(l, m))?.event ?? null,
    }))
    .sort((a, b) => a.wilds - b.wilds || held(b) - held(a));
}

export interface ColourChoice {
  colour: string;
  held: number;
  payments: Payment[]; // by number of wild cards; the last may be wild cards only
}

const TILES = 4;

/** Up to four payments are tiles; more are a row of colours, each with its numbers of wild cards. */
export function arrange(
  payments: readonly Payment[],
  hand: Record<string, number>,
): { tiles: Payment[] } | { colours: ColourChoice[] } {
  if (payments.length <= TILES) return { tiles: [...payments] };
  const wild = payments.filter((p) => p.colour === null);
  const colours = [...new Set(payments.flatMap((p) => p.colour ?? []))];
  return {
    colours: colours
      .map((colour) => ({
        colour,
        held: hand[colour] ?? 0,
        payments: [...payments.filter((p) => p.colour === colour), ...wild],
      }))
      .sort((a, b) => b.held - a.held),
  };
}

/** The cards that a payment takes from the hand, by name. */
export function cardsOf(payment: Paid | null, wild: string): Record<string, number> {
  if (!payment) return {};
  const cards: Record<string, number> = {};
  if (payment.colour !== null && payment.coloured > 0) cards[payment.colour] = payment.coloured;
  if (payment.wilds > 0) cards[wild] = payment.wilds;
  return cards;
}
