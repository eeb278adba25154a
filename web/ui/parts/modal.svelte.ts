// The modal dialogs that are open. The browser makes everything outside the last one inert.
import { takeFocus } from './focus';

let open = $state.raw<readonly HTMLDialogElement[]>([]);

/** The dialog on top of all others, or undefined: the screen itself can be used. */
export function topModal(): HTMLDialogElement | undefined {
  return open[open.length - 1];
}

/** An action: opens a dialog, which takes the focus and gives it back when it goes. */
export function modal(dialog: HTMLDialogElement) {
  const before = document.activeElement;
  dialog.showModal();
  const giveBack = takeFocus(dialog, before);
  open = [...open, dialog];
  return {
    destroy() {
      open = open.filter((other) => other !== dialog);
      queueMicrotask(giveBack);
    },
  };
}

/** An action for what has to be seen and pressed above dialogs: while one is open, the element is a part of it. */
export function onTop(element: HTMLElement) {
  const home = element.parentElement;
  $effect(() => {
    (topModal() ?? home)?.append(element);
    return () => element.remove();
  });
}
