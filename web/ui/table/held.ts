// A table whose screen is still being loaded.
import { tick } from 'svelte';
import type { Session } from '../../core/api';

/** Bots and news of a table wait until what shows them is loaded and stands there, or cannot be. Gives the way to end that earlier. */
export function heldUntil(session: Session, loaded: Promise<unknown>): () => void {
  const free = session.hold();
  void loaded.then(tick, () => {}).then(free);
  return free;
}
