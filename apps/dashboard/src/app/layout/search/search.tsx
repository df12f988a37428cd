import { useWindowEvent } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut.ts';
import { useReturnFocus } from '../../../shared/ui/dialog/use-return-focus.ts';

const SearchPanel = lazy(() => import('./search-panel.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

type Shown = 'search' | 'help' | null;
type SearchProps = { children: (open: () => void) => ReactNode };

/** Global search and keyboard help, opened by shortcuts or by the controls that `children` renders. Both are loaded on first use. */
export function Search({ children }: SearchProps) {
  const [shown, setShown] = useState<Shown>(null);
  // Dialogs stay mounted after the first opening so that the closing animation plays.
  const [wanted, setWanted] = useState<ReadonlySet<Shown>>(new Set());
  useReturnFocus(shown !== null);
  const [text, setText] = useState('');
  const show = (what: Shown) => {
    setText('');
    setWanted((before) => new Set(before).add(what));
    setShown(what);
  };
  useShortcut('search', () => show('search'));
  useShortcut('help', () => show('help'));
  const close = () => setShown(null);
  // Buffers keystrokes while the search code loads or its field has no focus yet, so that no input is lost.
  useWindowEvent('keydown', (event) => {
    const { key, target } = event;
    const isOpen = target instanceof Element && target.closest('[role="dialog"]');
    if (shown !== 'search' || isOpen || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') close();
    if (key.length > 1 && key !== 'Backspace') return;
    event.preventDefault();
    setText((before) => (key === 'Backspace' ? before.slice(0, -1) : before + key));
  });
  return (
    <>
      {children(() => show('search'))}
      <Suspense fallback={null}>
        {wanted.has('search') && (
          <SearchPanel
            isOpen={shown === 'search'}
            text={text}
            onTextChange={setText}
            onClose={close}
            onHelp={() => show('help')}
          />
        )}
        {wanted.has('help') && <ShortcutsDialog isOpen={shown === 'help'} onClose={close} />}
      </Suspense>
    </>
  );
}
