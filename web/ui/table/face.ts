// How a family of games looks on the page. Each family exports one constant of this kind from its folder, as
// struct family_face (cli/family.h) is for the terminal. families.ts lists them; no other file asks which family a board
// belongs to. Components and long texts are loaded when they are needed.
import type { Component, Snippet } from 'svelte';
import type { Place, Session, TableState } from '../../core/api';
import type { Finding, Totals } from '../../core/balance';
import type { Board } from '../../core/board';
import type { Translate } from '../../core/i18n';
import type { Legal, Position } from '../../core/position';
import type { Effort } from '../../core/review';
import type { Count, Look } from '../end/counting';
import type { Column } from '../end/sheet';
import type { Card } from '../learn/card';
import type { Step } from '../learn/step';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what Svelte's own type of a component asks for
type Lazy<Props extends Record<string, any>> = () => Promise<{ default: Component<Props> }>;

/** The screen of a game at a table. */
export interface ScreenProps {
  session: Session;
  bar?: Snippet | undefined; // below the header: the connection
  counted?: boolean; // the final points have been counted; until then the screen does not mention them
  onscore?: (() => void) | undefined; // show the score sheet
}

/** A board as a picture: in a replay, at the end, in the map maker. */
export interface PictureProps<B = Board, P = Position, L = Legal> {
  board: B;
  position: P | null; // null: a board on which nothing has happened
  place?: Place; // to be marked
  ends?: string[]; // cities under the pointer
  route?: number | null; // a route that is pointed at
  advice?: L | null; // what would have been better here
  played?: Place; // in a review: the choice that was made
  better?: Place; // and what would have been better
  seat?: number | null; // at the end: the seat whose points are shown
  looks?: readonly Look[]; // at the end: what is being counted
}

/** At the end: what is being counted, beside the board. */
export interface TallyProps<P = Position> {
  table: TableState;
  position: P;
  counts: Count[];
  at: number; // which of them
  until: number; // without motion several are shown together: the last of them
}

/** What the viewer knows about a seat in a replayed position, below its name and points. */
export interface SeatProps<B = Board, P = Position> {
  board: B;
  position: P;
  seat: number;
  onends: (cities: string[]) => void; // cities of a ticket that is pointed at
}

/** At the end: what a seat's points come from, or the note below the board. */
export interface SheetProps<P = Position> {
  table: TableState;
  position: P;
  seat: number;
}

/** What simulated games say about a map, apart from who won them. */
export interface BalanceProps<B = Board> {
  board: B;
  totals: Totals;
  onroute: (route: number | null) => void; // one is pointed at
  onends: (cities: string[]) => void;
}

export interface Face<B extends Board = Board, P extends Position = Position, L extends Legal = Legal> {
  screen: Lazy<ScreenProps>;
  picture: Lazy<PictureProps<B, P, L>>;

  /** The parts of a score that a board can have, in the order of counting, without the total; and their points. */
  columns(t: Translate, board: B, position: P): Column[];
  points(position: P, seat: number, part: string): number | null;

  /** A choice as advice, in a sentence, and where on the board it is. `position` is the one before the choice, as the
   *  seat that makes it sees it. */
  choice(t: Translate, board: B, position: P, seat: number, legal: L): string;
  place(legal: L): Place;

  /** How often a review tries choices. */
  effort: Effort;

  rules: () => Promise<{ rulesCard: (board: B, t: Translate) => Card }>;

  // Optional parts of a family.
  seat?: Lazy<SeatProps<B, P>>;
  hand?: Lazy<Omit<SeatProps<B, P>, 'onends'>>; // in one line, if the viewer may see it
  counting?: (t: Translate, session: Session) => Count[];
  tally?: Lazy<TallyProps<P>>;
  sheet?: Lazy<SheetProps<P>>;
  note?: Lazy<SheetProps<P>>;
  balance?: Lazy<BalanceProps<B>>;
  finding?: (t: Translate, board: B, totals: Totals, finding: Finding) => string;
  lessons?: () => Promise<{ lessons: Record<string, Step[]> }>; // by the board's id
}
