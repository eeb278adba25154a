// What others say while the chat can't be seen: how many lines there are to read, and the last of them as a toast.
import type { Session } from '../../core/api';
import { readable } from '../online/people.svelte';
import { hush, toast, type Toast } from '../parts/voice.svelte';

export class Unread {
  private read = $state(0);
  private said = 0; // lines that a toast has shown
  private lines = $state.raw<Session['state']['chat']>([]);
  readonly count = $derived(this.lines.length - this.read);

  constructor(session: Session) {
    this.lines = readable(session.state.chat);
    this.read = this.lines.length;
  }

  /** The chat that is read, as it is now, and whether it can be seen; `action` goes with the toast. */
  hear(lines: Session['state']['chat'], shown: boolean, action?: Toast['action']): void {
    this.lines = lines;
    if (this.read > lines.length) this.read = lines.length; // somebody is ignored now
    const last = lines.at(-1);
    if (shown) {
      if (this.said > 0) hush(); // it is there to be read
      this.read = lines.length;
    } else if (last && this.count > this.said) {
      toast(`${last.name}: ${last.text}`, action);
    }
    this.said = shown ? 0 : this.count;
  }
}
