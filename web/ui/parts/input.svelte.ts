// How the person points: with a finger, or with a mouse and keys. Sentences that name a key or a way of pointing follow it.
// What was used last counts; before that, what the device has.
const ONLY_TOUCH = '(hover: none) and (pointer: coarse)';

let finger = $state(typeof matchMedia !== 'undefined' && matchMedia(ONLY_TOUCH).matches);
if (typeof matchMedia !== 'undefined') {
  matchMedia(ONLY_TOUCH).addEventListener('change', ({ matches }) => (finger = matches));
  addEventListener('pointerdown', ({ pointerType }) => (finger = pointerType === 'touch'), { capture: true });
}

/** Does the person use a finger? */
export const touches = (): boolean => finger;
