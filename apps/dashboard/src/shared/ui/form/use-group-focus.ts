import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a group of buttons when the focused button is disabled or removed. The focus moves to the group while a button is
 * disabled, then to the first enabled button. Focus outside the group is kept. The group element needs `tabIndex={-1}`.
 */
export function useGroupFocus(): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null);
  const isWithin = useRef(false);
  useEffect(() => {
    const trackFocus = ({ target }: Event) => {
      isWithin.current = group.current?.contains(target as Node) === true;
    };
    document.addEventListener('focusin', trackFocus);
    document.addEventListener('pointerdown', trackFocus);
    return () => {
      document.removeEventListener('focusin', trackFocus);
      document.removeEventListener('pointerdown', trackFocus);
    };
  }, []);
  useEffect(() => {
    const { activeElement: active, body } = document;
    const isLost = active === body || active === group.current || active?.matches(':disabled');
    if (!isWithin.current || !isLost) return;
    const isBusy = group.current?.querySelector('button:disabled');
    const ready = isBusy ? null : group.current?.querySelector<HTMLElement>('button:enabled');
    const next = ready ?? group.current;
    if (next !== active) next?.focus({ preventScroll: true });
  });
  return group;
}
