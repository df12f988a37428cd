import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut.ts';

const SearchPanel = lazy(() => import('./search-panel.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

type Shown = 'search' | 'help' | null;
type SearchProps = { children: (open: () => void) => ReactNode };

/** To what had it, or to the page where that is gone; a focus that went elsewhere on purpose stays there. */
function giveFocusBack(opener: Element | null) {
  const { activeElement: active, body } = document;
  if (active !== body && !active?.closest('[role="dialog"]')) return;
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  if (document.activeElement !== opener) document.querySelector('main')?.focus({ preventScroll: true });
}

/** The search and the help of the keyboard, by their keys and by what `children` draw. Neither is loaded before it is asked for. */
export function Search({ children }: SearchProps) {
  const [shown, setShown] = useState<Shown>(null);
  // Once open they stay, so that they close as they opened.
  const [wanted, setWanted] = useState<ReadonlySet<Shown>>(new Set());
  const opener = useRef<Element | null>(null);
  const show = (what: Shown) => {
    if (shown === null) opener.current = document.activeElement;
    setWanted((before) => new Set(before).add(what));
    setShown(what);
  };
  useShortcut('search', () => show('search'));
  useShortcut('help', () => show('help'));
  const close = () => setShown(null);
  useEffect(() => {
    if (shown !== null || opener.current === null) return;
    const timer = setTimeout(() => giveFocusBack(opener.current));
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <>
      {children(() => show('search'))}
      <Suspense fallback={null}>
        {wanted.has('search') && (
          <SearchPanel isOpen={shown === 'search'} onClose={close} onHelp={() => show('help')} />
        )}
        {wanted.has('help') && <ShortcutsDialog isOpen={shown === 'help'} onClose={close} />}
      </Suspense>
    </>
  );
}
