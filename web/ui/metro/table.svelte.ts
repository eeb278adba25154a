// A table of Metro as its screen shows it.
import { SvelteSet } from 'svelte/reactivity';
import type { Place, TableState } from '../../core/api';
import type { MetroBoard as Board } from '../../core/board';
import type { MetroPosition } from '../../core/position';
import { writing } from '../parts/focus';
import { topModal } from '../parts/modal.svelte';
import { play } from '../parts/sound';
import { hush, type Toast } from '../parts/voice.svelte';
import { flies, moves, settings, t } from '../settings.svelte';
import { focusDeeds } from '../table/deeds';
import type { ScreenProps } from '../table/face';
import { TableModel, tableHere, type Insets, type Toasts } from '../table/model.svelte';
import { networkPrompt, waitingPrompt } from '../table/prompt';
import { MetroControl } from './control.svelte';
import { roomBelow } from './home';
import type MetroBoard from './MetroBoard.svelte';
import { changesSpoken, tagsOf, turnWords } from './placing';

const GLOWS = 1600; // milliseconds
const MARKED = 1000;
const PAN = 200;
const TILE = 112; // pixels: how wide the tile is in the dock

function flash<T>(set: Set<T>, value: T, ms: number) {
  set.add(value);
  setTimeout(() => set.delete(value), ms);
}

export class MetroTable extends TableModel<MetroPosition> {
  readonly board = this.state.board as Board; // it never changes at a table
  readonly control: MetroControl = new MetroControl(this.session, () => this.state);
  picture = $state<MetroBoard>();

  constructor(props: ScreenProps, insets: Insets) {
    super(props, insets);
    // Toasts go as soon as the person puts the tile somewhere and wants to read what it does.
    $effect(() => {
      if (this.control.put !== null && !this.beside && this.below === null) hush();
    });
  }

  readonly prompt = $derived.by(() => {
    const { state, control } = this;
    if (control.only !== null) return networkPrompt(t, state, control.only);
    if (!state.myTurn) return waitingPrompt(t, state);
    const what = this.ticks ? '' : turnWords(t, this.position, control.redraw !== null);
    return { who: t('Your turn.'), what: control.reason ?? what };
  });

  override get chapter(): string {
    return t('{0} of {1} tiles placed', this.position.squares.length, this.board.squares.length);
  }

  protected override stands(_: number, { square }: { square?: string }): boolean {
    return square !== undefined;
  }

  // ---- the board

  readonly tiles = $derived(new Map(this.position.squares.map((s) => [s.square, s.tile])));
  /** As they are, or as they would be with the held tile. */
  readonly stations = $derived.by(() => {
    const { changes } = this.control;
    const all = this.position.stations;
    if (changes.length === 0) return all; // the same as before, if no line has changed
    return all.map((s) => changes.find((c) => c.line.number === s.number)?.line ?? s);
  });
  readonly held = $derived.by(() => {
    const { chosen, code, turning, turn, square } = this.control;
    return chosen ? { code, up: turning ? turn : null, square } : null;
  });
  readonly tags = $derived(tagsOf(this.control.changes));
  // The lines to highlight: those of the held tile, the one that is pointed at, and those just completed.
  line = $state<number | null>(null);
  private readonly glow = new SvelteSet<number>();
  readonly fresh = new SvelteSet<string>(); // squares with a tile that was just placed
  readonly lit = $derived.by(() => {
    const { control, line } = this;
    return new Set([...control.changes.map((c) => c.line.number), ...this.glow, ...(line === null ? [] : [line])]);
  });
  readonly marked = $derived(new Set(this.control.mark?.squares));
  readonly halos = $derived(
    new Map(
      this.others.seen.flatMap(({ seat, place }) => (place?.squares ?? []).map((square) => [square, seat] as const)),
    ),
  );

  squareName(square: string): string {
    const tile = this.tiles.get(square);
    const { control } = this;
    if (tile) return t('{0}, tile {1}', square, tile);
    if (control.legal.has(square))
      return `${t('{0}, legal.', square)} ${changesSpoken(t, this.state, control.preview(square))}`;
    return this.state.myTurn ? t('{0}, not legal', square) : t('{0}, free', square);
  }

  show({ squares: [square] = [] }: Place): void {
    if (square !== undefined) this.picture?.bring(square, this.small, moves() ? PAN : 0);
  }

  protected override happened({ news }: TableState): void {
    for (const h of news.effects) {
      if (h.kind === 'place') play('wagons');
      if (h.kind === 'place') flash(this.fresh, h.square, MARKED);
      if (h.kind === 'line') flash(this.glow, h.station, flies() ? GLOWS : MARKED);
    }
  }

  // ---- the window

  boardWidth = $state(0);
  boardHeight = $state(0);
  dock = $state(0); // the height of the dock below the board
  /** The tile lies at the right. */
  readonly beside = $derived(this.screen === 'desktop' || this.screen === 'wide');
  /** How wide the tile and its effects are, at the right. */
  readonly panel = $derived(this.width >= 1800 ? 340 : this.screen === 'wide' ? 280 : 304);
  /** The room below an upright board, if there is any. */
  readonly below = $derived(
    this.screen === 'tablet' || this.screen === 'phone'
      ? roomBelow(this.board, this.boardWidth, this.boardHeight)
      : null,
  );
  // Toasts never cover the board, its stations and the news: they lie below the board if there is room, or with the tile,
  // above the buttons.
  override get toasts(): Toasts {
    const { width, panel } = this;
    if (this.beside) return { bottom: '84px', left: width - panel / 2, width: panel - 24 };
    if (this.below !== null) return { bottom: `${this.dock + 4}px` };
    if (this.screen === 'landscape') return { bottom: '108px', left: width - 130, width: 240 };
    return { bottom: 'calc(62px + env(safe-area-inset-bottom))', left: (width + TILE) / 2, width: width - TILE - 16 };
  }

  override get answer(): Toast['action'] {
    return { name: t('Answer'), act: () => this.read() };
  }

  private readonly keys: Record<string, () => void> = {
    d: () => this.control.draw(),
    n: () => void (this.advised && this.control.hint()),
    q: () => this.control.rotate(-1),
    e: () => this.control.rotate(1),
    u: () => void this.control.undo(),
    '?': () => void (this.rules = true),
    m: () => void (this.menu = true),
    p: () => this.focus('#players'),
    l: () => focusDeeds(this.root),
    h: () => this.focus('#hand'),
  };
  key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey || writing(e.target) || topModal()) return;
    const act = settings.keys ? this.keys[e.key.toLowerCase()] : undefined;
    const { control } = this;
    if (e.key === 'Escape') {
      control.only = null;
      control.close();
    } else if (
      e.key === 'Enter' &&
      control.square !== null &&
      !(e.target as Element).closest?.('button, a, [role="button"]')
    )
      control.place();
    else if (act) act();
    else return;
    e.preventDefault();
  }
}

export const metroHere = () => tableHere<MetroTable>();
