// Where the focus is and where it goes: into what opens, and back to where it came from.

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

/** Takes the focus into an element. What it returns gives the focus back to where it was, unless it has gone elsewhere. */
export function takeFocus(root: HTMLElement, before = document.activeElement): () => void {
  const wanted = root.querySelector<HTMLElement>('[data-focus]') ?? reachable(root)[0] ?? root;
  wanted.focus({ preventScroll: true });
  return () => {
    const lost =
      document.activeElement === document.body || root.contains(document.activeElement) || !document.activeElement;
    if (lost && before instanceof Element && before.isConnected) (before as HTMLElement).focus({ preventScroll: true });
  };
}

/** An action for an element that is not modal: takes the focus, gives it back at the end. */
export function holdFocus(root: HTMLElement) {
  const giveBack = takeFocus(root);
  held = giveBack;
  return {
    destroy() {
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
