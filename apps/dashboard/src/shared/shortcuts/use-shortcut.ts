import { useHotkeys } from '@mantine/hooks';
import { SHORTCUTS, type ShortcutName } from './shortcuts.ts';

/** True under a modal dialog. A dialog that is closing has already returned the focus, so it does not count. */
function isCovered(): boolean {
  const { activeElement: active, body } = document;
  const hasLostFocus = active === null || active === body;
  return hasLostFocus
    ? document.querySelector('[aria-modal="true"]') !== null
    : active.closest('[aria-modal="true"]') !== null;
}

/** Registers a keyboard shortcut. It is ignored under a modal dialog. Shortcuts without `mod` are ignored in text fields. */
export function useShortcut(name: ShortcutName, onPress: () => void) {
  const { hotkey } = SHORTCUTS[name];
  const handlePress = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || isCovered()) return;
    event.preventDefault();
    onPress();
  };
  const isEverywhere = hotkey.startsWith('mod+');
  useHotkeys(
    // By the printed character or by the key, because a Russian layout prints other characters. The second match is already handled.
    [false, true].map((usePhysicalKeys) => [hotkey, handlePress, { preventDefault: false, usePhysicalKeys }]),
    isEverywhere ? [] : undefined,
    isEverywhere,
  );
}
