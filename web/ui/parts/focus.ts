// Where the focus is and where it goes: it stays inside modal elements, and returns to where it came from.

const REACHABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** The elements that the Tab key reaches inside an element, in order. */
export function reachable(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (e) => e.tabIndex >= 0 && !e.hasAttribute('disabled') && e.getClientRects().length > 0,
  );
}

let held: (() => void) | null = null; // gives the focus back from an element that is not modal

/** Gives the focus back from an element that is about to go and is not modal. To be called before an update changes the
 *  document: if an element goes while it has the focus, the browser lays out the page at once, and once more for the
 *  next focus. */
export function releaseFocus(): void {
  held?.();
}

/** An action: takes the focus into the element, gives it back at the end; keeps it there if `modal`. */
export function holdFocus(root: HTMLElement, modal = true) {
  const before = document.activeElement;
  const wanted = root.querySelector<HTMLElement>('[data-focus]') ?? reachable(root)[0] ?? root;
  wanted.focus({ preventScroll: true });

  const keys = (e: KeyboardEvent) => {
    if (e.key !== 'Tab' || !modal) return;
    const all = reachable(root);
    const first = all[0];
    const last = all[all.length - 1];
    const at = document.activeElement;
    if (!first || !last) e.preventDefault();
    else if (e.shiftKey && (at === first || at === root)) {
      e.preventDefault();
      last.focus();
    } else if (!e.shiftKey && at === last) {
      e.preventDefault();
      first.focus();
    }
  };
  root.addEventListener('keydown', keys);
  const giveBack = () => {
    const lost =
      document.activeElement === document.body || root.contains(document.activeElement) || !document.activeElement;
    if (lost && before instanceof Element && before.isConnected) (before as HTMLElement).focus({ preventScroll: true });
  };
  if (!modal) held = giveBack;
  return {
    destroy() {
      root.removeEventListener('keydown', keys);
      if (held === giveBack) held = null;
      // Waits until the whole update is in the document, because focusing makes the browser lay out the page.
      queueMicrotask(giveBack);
    },
  };
}

/** Is somebody writing? Then single keys are letters. */
export function writing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
