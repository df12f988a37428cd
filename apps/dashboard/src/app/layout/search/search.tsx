import { useWindowEvent } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useShortcut } from '@/shared/shortcuts/use-shortcut.ts';
import { useReturnFocus } from '@/shared/ui/dialog/use-return-focus.ts';

const SearchPanel = lazy(() => import('./search-panel.tsx'));
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

type Overlay = 'search' | 'help' | null;
type SearchProps = { children: (open: () => void) => ReactNode };

/** Global search and keyboard help, opened by shortcuts or by the controls that `children` renders. Both are loaded on first use. */
export function Search({ children }: SearchProps) {
  const [shown, setShown] = useState<Overlay>(null);
  // Dialogs stay mounted after the first opening so that the closing animation plays.
  const [mounted, setMounted] = useState<ReadonlySet<Overlay>>(new Set());
  useReturnFocus(shown !== null);
  const [text, setText] = useState('');
  const show = (overlay: Overlay) => {
    setText('');
    setMounted((before) => new Set(before).add(overlay));
    setShown(overlay);
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
        {mounted.has('search') && (
          <SearchPanel
            isOpen={shown === 'search'}
            text={text}
            onTextChange={setText}
            onClose={close}
            onHelp={() => show('help')}
          />
        )}
        {mounted.has('help') && <ShortcutsDialog isOpen={shown === 'help'} onClose={close} />}
      </Suspense>
    </>
  );
}
