// What others say while the chat is hidden: how many lines are unread, and the last of them as a toast. Emotes appear
// at the seats, so here they are only read out.
import { readable } from '../online/people.svelte';
import { hush, say, toast } from '../parts/voice.svelte';
import { emoteOf } from './emotes';
import type { TableModel } from './model.svelte';

export class Unread {
  private read = $state(0);
  private said = 0; // lines that a toast has shown
  private heard: number; // the number of the last emote

  constructor(private readonly table: Pick<TableModel, 'state' | 'chatShown' | 'answer'>) {
    this.read = this.lines.length;
    this.heard = table.state.chat.at(-1)?.n ?? 0;
    $effect(() => this.hear());
  }

  private readonly chat = $derived.by(() => readable(this.table.state.chat));
  private readonly lines = $derived(this.chat.filter((line) => !emoteOf(line.text)));
  readonly count = $derived(Math.max(0, this.lines.length - this.read));

  private hear(): void {
    const { chatShown: shown, answer } = this.table;
    const newest = this.chat.at(-1);
    const emote = newest && newest.n > this.heard && emoteOf(newest.text);
    this.heard = Math.max(this.heard, newest?.n ?? 0);
    if (emote && !shown) say(`${newest.name}: ${emote.words()}`);
    // Lines also go: somebody is ignored now.
    if (shown || this.read > this.lines.length) this.read = this.lines.length;
    const last = this.lines.at(-1);
    if (shown && this.said > 0)
      hush(); // it is there to be read
    else if (last && this.count > this.said) toast(`${last.name}: ${last.text}`, answer);
    this.said = this.count;
  }
}
