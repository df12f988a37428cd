import { useLayoutEffect } from 'react';

/** Last focused control outside dialogs. A busy button loses the focus before its dialog opens, so `activeElement` is not enough. */
let lastFocused: HTMLElement | null = null;
/** Opener of a dialog that has just closed. A dialog that opens right after it returns the focus to the same opener. */
let pending: { opener: HTMLElement | null; timer: number } | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('[role="dialog"]') === null)
    lastFocused = findOpener(target);
});

/** For an item of a menu, returns the button of the menu, because the item is removed before the focus returns. */
function findOpener(element: HTMLElement): HTMLElement {
  const menu = element.closest('[role="menu"]');
  const button = menu && document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`);
  return button ?? element;
}

function takeOpener(): HTMLElement | null {
  const { activeElement: active, body } = document;
  const pendingOpener = pending?.opener;
  if (pending) window.clearTimeout(pending.timer);
  pending = null;
  if (pendingOpener) return pendingOpener;
  return active instanceof HTMLElement && active !== body ? findOpener(active) : lastFocused;
}

/** Focuses the opener, or `main` if the opener was removed. Focus that moved to another element is kept. */
function restoreFocus(opener: HTMLElement | null): void {
  pending = null;
  const { activeElement: active, body } = document;
  const isLost = active === null || active === body || active.closest('[role="dialog"], [role="menu"]');
  if (!isLost) return;
  opener?.focus({ preventScroll: true });
  if (document.activeElement !== opener) document.querySelector('main')?.focus({ preventScroll: true });
}

/** Returns the focus to the opener when a dialog closes or unmounts. */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = takeOpener();
    return () => {
      pending = { opener, timer: window.setTimeout(() => restoreFocus(opener)) };
    };
  }, [isOpen]);
}
