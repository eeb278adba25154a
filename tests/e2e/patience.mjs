// How the tests wait: for the thing itself, never for a time. The limit ends tests that hang: soon where somebody waits for
// them, late on a machine of continuous integration (CI=true), which may be slow or busy. PATIENCE says it in seconds.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

export const PATIENCE = Number(process.env.PATIENCE ?? (process.env.CI === 'true' ? 300 : 20)) * 1000; // milliseconds
const STEP = 40; // milliseconds from one look to the next

/** Looks again and again until it finds something, and gives that. `what`: named in the error if it
 *  never does. */
export async function until(what, look, timeout = PATIENCE) {
  for (const end = Date.now() + timeout; ; await pause(STEP)) {
    const found = await look();
    if (found) return found;
    assert.ok(Date.now() < end, `${what}: not after ${timeout / 1000} s`);
  }
}

/** Asks again and again until it gets the expected answer. */
export async function becomes(expected, ask, what) {
  let answer;
  const same = () => {
    try {
      assert.deepEqual(answer, expected);
      return true;
    } catch {
      return false;
    }
  };
  const end = Date.now() + PATIENCE;
  while (((answer = await ask()), !same()) && Date.now() < end) await pause(STEP);
  assert.deepEqual(answer, expected, what);
}
