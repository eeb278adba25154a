// A table whose screen is still being loaded.
import { tick } from 'svelte';
import type { Session } from '../../core/api';

/** Bots and news of a table wait until the screen that shows them is loaded and visible, or could not be loaded. Gives
 *  a function that ends the wait earlier. */
export function heldUntil(session: Session, loaded: Promise<unknown>): () => void {
  const free = session.hold();
  void loaded.then(tick, () => {}).then(free);
  return free;
}
