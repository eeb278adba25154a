// What others say while the chat is hidden: how many lines are unread, and the last of them as a toast. Emotes appear
// at the seats, so here they are only read out.
import type { Session } from '../../core/api';
import { readable } from '../online/people.svelte';
import { hush, say, toast, type Toast } from '../parts/voice.svelte';
import { emoteOf } from './emotes';

export class Unread {
  private read = $state(0);
  private said = 0; // lines that a toast has shown
  private heard = 0; // the number of the last emote
  private lines = $state.raw<Session['state']['chat']>([]);
  readonly count = $derived(this.lines.length - this.read);

  constructor(session: Session) {
    this.lines = readable(session.state.chat).filter((line) => !emoteOf(line.text));
    this.read = this.lines.length;
    this.heard = session.state.chat.at(-1)?.n ?? 0;
  }

  /** Takes the present chat, and whether it is visible; `action` goes with the toast. */
  hear(all: Session['state']['chat'], shown: boolean, action?: Toast['action']): void {
    const lines = all.filter((line) => !emoteOf(line.text));
    const newest = all.at(-1);
    const emote = newest && newest.n > this.heard && emoteOf(newest.text);
    this.heard = Math.max(this.heard, newest?.n ?? 0);
    if (emote && !shown) say(`${newest.name}: ${emote.words()}`);
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
