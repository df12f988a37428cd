import { useLayoutEffect } from 'react';

/** The control that had the focus last, wherever it stands; a busy button gives it up before its dialog opens. */
let last: HTMLElement | null = null;
/** The opener of a dialog that has just gone: the one that takes its place has the same. */
let pending: { opener: HTMLElement | null; timer: number } | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('[role="dialog"]') === null) last = openerOf(target);
});

/** Control that a person pressed: an item's menu is gone by the time the focus comes back, its button is not. */
function openerOf(element: HTMLElement): HTMLElement {
  const menu = element.closest('[role="menu"]');
  const button = menu && document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`);
  return button ?? element;
}

function takeOpener(): HTMLElement | null {
  const { activeElement: active, body } = document;
  const before = pending?.opener;
  if (pending) window.clearTimeout(pending.timer);
  pending = null;
  if (before) return before;
  return active instanceof HTMLElement && active !== body ? openerOf(active) : last;
}

/** Moves to the opener, or to the page where that is gone; a focus that went elsewhere on purpose stays there. */
function giveBack(opener: HTMLElement | null): void {
  pending = null;
  const { activeElement: active, body } = document;
  const isLost = active === null || active === body || active.closest('[role="dialog"], [role="menu"]');
  if (!isLost) return;
  opener?.focus({ preventScroll: true });
  if (document.activeElement !== opener) document.querySelector('main')?.focus({ preventScroll: true });
}

/** Gives the focus back to what a dialog was opened from, however the dialog goes. */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const opener = takeOpener();
    return () => {
      pending = { opener, timer: window.setTimeout(() => giveBack(opener)) };
    };
  }, [isOpen]);
}
