// A table of a game that is shown in words.
import { t } from '../settings.svelte';
import { Control } from '../table/control.svelte';
import { TableModel } from '../table/model.svelte';
import { waitingPrompt } from '../table/prompt';

/** There is nothing to select. */
class TextControl extends Control {
  close(): void {
    this.hints = null;
  }
}

export class TextTable extends TableModel {
  readonly control = new TextControl(this.session);
  readonly prompt = $derived.by(() =>
    this.state.myTurn ? { who: t('Your turn.'), what: t('Choose one of these.') } : waitingPrompt(t, this.state),
  );
  override get drawn(): boolean {
    return false;
  }
  show(): void {}
  key(): void {}
}
