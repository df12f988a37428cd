import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus within a group of buttons when the pressed one goes out of use or away: on the group while one of them is out of
 * use, then on the first that can be pressed. Whoever has gone elsewhere is left there. The group takes `tabIndex={-1}`.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null);
  const isWithin = useRef(false);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      isWithin.current = group.current?.contains(target as Node) === true;
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
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
