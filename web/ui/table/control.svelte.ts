// What the person at the screen is about to do, as far as all games share it: sends events to the table, each once, and
// says what came of them; takes moves back; asks for hints, which select what they advise. The family that extends it
// says what can be selected.
import { tick } from 'svelte';
import type { Hint, Place, Session } from '../../core/api';
import type { Legal } from '../../core/position';
import { toast } from '../parts/voice.svelte';
import { t } from '../settings.svelte';

const IDEAS = 3; // of a hint, at most
const SOON = 100; // milliseconds: an answer that comes sooner looks immediate

export abstract class Control<L extends Legal = Legal> {
  refused = $state<string | null>(null); // why the table did not accept the last event
  only = $state<number | null>(null); // if set, only the network of this seat is shown
  mark = $state.raw<Place | null>(null); // what the log, or what the others did, points at
  hints = $state.raw<Hint<L>[] | 'thinking' | null>(null); // best first
  private at = $state(0); // which of them is shown
  // The table's last entry when an event was sent that has not been refused. Until the table shows a later entry, the
  // event is on its way, whether its answer has come or not.
  private sent = $state<number | null>(null);
  private late = $state<number | null>(null); // the same, if the answer has not come soon

  constructor(readonly session: Session) {}

  /** Forgets what is selected. */
  abstract close(): void;

  /** Shows only the network of a seat; everything again, if it is shown already. */
  showOnly(seat: number): void {
    this.only = this.only === seat ? null : seat;
  }

  /** The question that the person answers with an event: it is closed when the event is accepted, unless another is
   *  open by then. */
  protected get asked(): unknown {
    return null;
  }

  protected refuse(message: string): void {
    this.refused = message;
  }

  /** Is an event on its way that the table does not show yet? `last` is the table's last entry. */
  underway(last: number = this.session.state.last): boolean {
    return this.sent === last;
  }

  /** Has it been on its way so long that everything should look disabled? A table in the page answers at once:
   *  disabling everything, only to light it again in the next frame, would draw the page twice. */
  waits(last: number = this.session.state.last): boolean {
    return this.late === last && this.underway(last);
  }

  /** Sends an event; `done` is said when it is accepted, with undo if the table offers it. A second event from the same
   *  position, as a double click makes it, is not sent. */
  async act(event: number, done?: string): Promise<boolean> {
    const { last } = this.session.state;
    if (this.underway(last)) return false;
    const { asked } = this;
    let open = true;
    const close = () => {
      if (open && this.asked === asked) this.close();
      open = false;
    };
    this.sent = last;
    this.late = null;
    this.refused = null;
    setTimeout(() => this.session.state.last === last && (this.late = last), SOON);
    // A question disappears with the update that answers it: it could only say that it can't be asked any more.
    const stop = this.session.subscribe((state) => state.last > last && close());
    const answer = await this.session.do(event);
    stop();
    if (!answer.ok) {
      if (this.sent === last) this.sent = null;
      this.refuse(answer.why.message);
      return false;
    }
    close();
    await tick();
    if (done && this.session.state.undo === 'do') toast(done, { name: t('Undo'), act: () => void this.undo() });
    return true;
  }

  async undo(): Promise<void> {
    if (this.session.state.undo === 'no') return;
    const asks = this.session.state.undo === 'ask';
    const answer = await this.session.undo();
    if (!answer.ok) toast(answer.why.message);
    else if (asks) toast(t('The others are asked.'));
    this.close();
  }

  /** What the hint that is shown advises. */
  get idea(): Hint<L> | null {
    return Array.isArray(this.hints) ? (this.hints[this.at] ?? null) : null;
  }

  /** Is there another idea? */
  get several(): boolean {
    return Array.isArray(this.hints) && this.hints.length > 1;
  }

  /** Selects what a hint advises: the person only has to agree. */
  protected select(_hint: Hint<L>): void {}

  /** What a hint is about: of several hints about the same thing, only the best counts as an idea. */
  protected topic(hint: Hint<L>): string {
    return String(hint.event);
  }

  /** Asks for a hint and selects what it advises; when asked again, selects the next idea. */
  async hint(): Promise<void> {
    if (this.hints === 'thinking') return;
    if (this.idea) return this.another();
    const { last } = this.session.state;
    this.hints = 'thinking';
    const found = (await this.session.hint().catch(() => [])) as Hint<L>[];
    if (this.hints !== 'thinking') return;
    if (this.session.state.last !== last) {
      this.hints = null; // the person has done something meanwhile
      return;
    }
    const topics = found.map((h) => this.topic(h));
    this.hints = found.filter((_, i) => topics.indexOf(topics[i]!) === i).slice(0, IDEAS);
    this.at = 0;
    if (this.idea) this.select(this.idea);
    else {
      this.hints = null;
      toast(t('There is nothing to choose here.'));
    }
  }

  /** The next idea; after the last one the first again. */
  another(): void {
    if (!Array.isArray(this.hints)) return;
    this.at = (this.at + 1) % this.hints.length;
    if (this.idea) this.select(this.idea);
  }
}
