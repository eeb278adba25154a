// What the page says beside the board: visible toasts, and live regions for screen readers. One of each at
// a time; Voice.svelte shows them.

export interface Toast {
  text: string;
  action?: { name: string; act: () => void };
}

export const voice = $state<{
  toast: (Toast & { n: number }) | null;
  notice: string | null;
  polite: string;
  alarm: string;
  held: boolean;
  unheard: boolean;
}>({
  toast: null,
  notice: null, // something that everybody has to know: no toast replaces it
  polite: '',
  alarm: '',
  held: false, // somebody points at the toast: it stays
  unheard: false, // there was a sound, but sound is off
});

let n = 0;

/** Shows a sentence at the bottom for four seconds, with at most one action; it replaces the one before. */
export function toast(text: string, action?: Toast['action']): void {
  voice.toast = action ? { text, action, n: ++n } : { text, n: ++n };
}

/** Shows a sentence beside the toasts, long enough to read it. */
export function announce(text: string): void {
  voice.notice = text;
}

export function hush(): void {
  voice.toast = null;
  voice.held = false;
}

/** Takes back everything that was said: somebody else looks at the screen now. */
export function silence(): void {
  hush();
  voice.notice = null;
  voice.polite = '';
  voice.alarm = '';
}

/** For screen readers, when they have time. */
export function say(text: string): void {
  voice.polite = voice.polite === text ? `${text}\u00a0` : text;
}

/** For screen readers, at once: only "Your turn." and "Connection lost." */
export function alarm(text: string): void {
  voice.alarm = voice.alarm === text ? `${text}\u00a0` : text;
}
