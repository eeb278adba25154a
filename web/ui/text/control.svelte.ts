// What the person at the screen does in a game that is shown in words: there is nothing to select.
import { Control } from '../table/control.svelte';

export class TextControl extends Control {
  close(): void {
    this.hints = null;
  }
}
