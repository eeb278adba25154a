// What the person at the screen is about to do in Metro: which tile, how it is turned, where it lies.
import type { Hint, Session, TableState } from '../../core/api';
import type { MetroBoard } from '../../core/board';
import type { MetroPosition } from '../../core/position';
import { toast } from '../parts/voice.svelte';
import { settings, t } from '../settings.svelte';
import { Control } from '../table/control.svelte';
import type { MetroLegal } from './legal';
import { nextTurn, ownedChanges, ownTiles, placeables, turned } from './placing';
import { previewOf, whyRedraw, whySquare, type LineChange } from './questions';

/** A tile in the hand. */
export interface InHand {
  tile: string;
  code: string; // as it would lie, turned
  up: number | null; // quarter turns, where tiles may be turned
  can: boolean; // it can be placed now
  chosen: boolean;
}

export class MetroControl extends Control<MetroLegal> {
  private wanted = $state<string | null>(null);
  private turns = $state(0);
  pointed = $state<string | null>(null); // by mouse or keys
  put = $state<string | null>(null); // by a finger, or waiting for confirmation
  sure = $state(false); // the next press draws another tile

  constructor(
    session: Session,
    private readonly table: () => TableState,
  ) {
    super(session);
  }

  readonly board = $derived.by(() => this.table().board as MetroBoard);
  readonly position = $derived.by(() => this.table().position as MetroPosition);
  readonly turning = $derived((this.position?.options['turning'] ?? 0) > 0);
  readonly redraw = $derived.by(() => this.table().legal.find((l) => l.kind === 'redraw')?.event ?? null);
  private readonly can = $derived.by(() => placeables(this.table().legal as MetroLegal[]));
  readonly chosen = $derived(this.can.find((p) => p.tile === this.wanted) ?? this.can[0] ?? null);
  readonly turn = $derived(
    this.chosen && !this.chosen.turns.has(this.turns) ? nextTurn(this.chosen, this.turns, 1) : this.turns,
  );
  readonly code = $derived(this.chosen ? turned(this.board, this.chosen.tile, this.turn) : '');
  private readonly events = $derived(this.chosen?.turns.get(this.turn) ?? new Map<string, number>());
  readonly legal = $derived(new Set(this.events.keys()));

  /** Where the tile lies: a square on which it is legal. */
  readonly square = $derived([this.pointed, this.put].find((s) => s !== null && this.legal.has(s)) ?? null);
  readonly changes = $derived(this.square === null ? [] : this.preview(this.square));

  readonly hand = $derived.by((): InHand[] => {
    const own = ownTiles(this.position, this.table().seat);
    const seen = new Set<string>();
    return [...(own.drawn === null ? [] : [own.drawn]), ...own.hand].map((tile, i) => {
      const can = !seen.has(tile) && (own.drawn === null || i === 0) && this.can.some((p) => p.tile === tile);
      const chosen = can && tile === this.chosen?.tile;
      seen.add(tile);
      return { tile, code: chosen ? this.code : tile, up: this.turning ? (chosen ? this.turn : 0) : null, can, chosen };
    });
  });

  /** What the chosen tile would do on a square, to lines that have an owner. */
  preview(square: string): LineChange[] {
    return ownedChanges(this.session.ask(previewOf(this.events.get(square) ?? 0)), this.table().seat);
  }

  /** Why the chosen tile can't go where the person points. */
  get reason(): string | null {
    if (!this.table().myTurn || !this.chosen || this.pointed === null || this.legal.has(this.pointed)) return null;
    return this.session.ask(whySquare(this.pointed, this.chosen.tile, this.turn))?.message ?? null;
  }

  choose(tile: string): void {
    this.hints = null;
    this.wanted = tile;
    this.turns = 0;
  }

  rotate(by: number): void {
    this.hints = null;
    if (this.turning && this.chosen) this.turns = nextTurn(this.chosen, this.turn, by);
  }

  close(): void {
    this.pointed = this.put = this.hints = null;
    this.sure = false;
  }

  /** A square is pressed: a mouse places at once; a finger puts the tile there, a button confirms. */
  press(square: string, how: 'mouse' | 'touch' | 'keys'): void {
    if (!this.legal.has(square)) {
      this.pointed = square; // the header says why
      return;
    }
    const again = how === 'keys' && this.put === square;
    if (again || (how !== 'touch' && !settings.confirm)) return this.place(square);
    this.hints = null;
    this.put = square;
    this.pointed = null;
  }

  place(square: string | null = this.square): void {
    const event = square === null ? undefined : this.events.get(square);
    if (event !== undefined) void this.act(event, t('Placed.'));
  }

  draw(): void {
    if (this.redraw === null) toast(this.whyNot ?? '');
    else if (settings.confirm && !this.sure) this.sure = true;
    else void this.act(this.redraw);
  }

  /** Why another tile can't be drawn. */
  get whyNot(): string | null {
    const { myTurn, cut } = this.table();
    if (this.redraw !== null) return null;
    return (myTurn || cut ? this.session.ask(whyRedraw())?.message : null) ?? t('It is not your turn.');
  }

  protected override select({ legal: l }: Hint<MetroLegal>): void {
    this.pointed = this.put = null;
    if (l.kind !== 'place') return;
    this.wanted = l.tile;
    this.turns = l.turns;
    this.put = l.square;
  }
}
