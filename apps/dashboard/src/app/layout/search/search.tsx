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
  const show = (what: Shown) => {
    setWanted((before) => new Set(before).add(what));
    setShown(what);
  };
  useShortcut('search', () => show('search'));
  useShortcut('help', () => show('help'));
  const close = () => setShown(null);
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
