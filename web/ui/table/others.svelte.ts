// The part of a screen that shows what the others did (deeds.ts), until the person's turn ends or the person closes it.
import type { TableState } from '../../core/api';
import { deedsOf, type Deed, type Stands } from './deeds';

export class Others {
  private until = $state<number | null>(null); // the person has closed it: it comes back with a line after this one

  constructor(
    private readonly table: () => TableState,
    private readonly stands: Stands,
  ) {}

  readonly deeds: Deed[] = $derived.by(() => deedsOf(this.table(), this.stands));
  private readonly last = $derived(this.deeds.at(-1)?.line.n ?? -1);
  readonly closed: boolean = $derived(this.until !== null && this.last <= this.until);
  /** Those that have a halo. */
  readonly seen: Deed[] = $derived(this.closed ? [] : this.deeds.filter((deed) => deed.place !== null));
  /** The entry after which all of this happened; null for spectators. */
  readonly since: number | null = $derived.by(() => {
    const [first] = this.deeds;
    return first && this.table().seat !== null ? first.line.last - 1 : null;
  });

  close(): void {
    this.until = this.last;
  }
}
