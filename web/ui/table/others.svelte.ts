// The part of a screen that shows what the others did (deeds.ts), until the person's turn ends or the person closes it.
import { untrack } from 'svelte';
import type { TableState } from '../../core/api';
import { deedsOf, type Deed, type Stands } from './deeds';

export class Others {
  closed = $state(false);
  private known = -1; // the last line that was shown

  constructor(
    private readonly table: () => TableState,
    private readonly stands: Stands,
  ) {
    // A person who has closed it sees it again when there is more.
    $effect(() => {
      const last = this.deeds.at(-1)?.line.n ?? -1;
      untrack(() => {
        if (last > this.known) this.closed = false;
        this.known = Math.max(last, this.known);
      });
    });
  }

  readonly deeds: Deed[] = $derived.by(() => deedsOf(this.table(), this.stands));
  /** Those that have a halo. */
  readonly seen: Deed[] = $derived(this.closed ? [] : this.deeds.filter((deed) => deed.place !== null));
  /** The entry after which all of this happened; null for spectators. */
  readonly since: number | null = $derived.by(() => {
    const [first] = this.deeds;
    return first && this.table().seat !== null ? first.line.last - 1 : null;
  });
}
