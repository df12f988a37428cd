import { useWindowEvent } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut.ts';
import { useReturnFocus } from '../../../shared/ui/dialog/return-focus.ts';

const SearchPanel = lazy(() => import('./search-panel.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

type Shown = 'search' | 'help' | null;
type SearchProps = { children: (open: () => void) => ReactNode };

/** The search and the help of the keyboard, by their keys and by what `children` draw. Neither is loaded before it is asked for. */
export function Search({ children }: SearchProps) {
  const [shown, setShown] = useState<Shown>(null);
  // Once open they stay, so that they close as they opened.
  const [wanted, setWanted] = useState<ReadonlySet<Shown>>(new Set());
  useReturnFocus(shown !== null);
  const [typed, setTyped] = useState('');
  const show = (what: Shown) => {
    setTyped('');
    setWanted((before) => new Set(before).add(what));
    setShown(what);
  };
  useShortcut('search', () => show('search'));
  useShortcut('help', () => show('help'));
  const close = () => setShown(null);
  // Its code may be on its way yet, or its field about to take the focus: nothing of what is typed is lost.
  useWindowEvent('keydown', (event) => {
    const { key, target } = event;
    const isOpen = target instanceof Element && target.closest('[role="dialog"]');
    if (shown !== 'search' || isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') close();
    if (key.length > 1 && key !== 'Backspace') return;
    event.preventDefault();
    setTyped((before) => (key === 'Backspace' ? before.slice(0, -1) : before + key));
  });
  return (
    <>
      {children(() => show('search'))}
      <Suspense fallback={null}>
        {wanted.has('search') && (
          <SearchPanel
            isOpen={shown === 'search'}
            typed={typed}
            onType={setTyped}
            onClose={close}
            onHelp={() => show('help')}
          />
        )}
        {wanted.has('help') && <ShortcutsDialog isOpen={shown === 'help'} onClose={close} />}
      </Suspense>
    </>
  );
}
