import { useWindowEvent } from '@mantine/hooks';
import { matchesShortcut, SHORTCUTS, type ShortcutName } from './shortcuts.ts';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.matches(FIELDS);
const isCovered = () => document.querySelector('[aria-modal="true"]') !== null;

/** Registers a keyboard shortcut. It is ignored under a modal dialog. Shortcuts without `mod` are ignored in text fields. */
export function useShortcut(name: ShortcutName, onPress: () => void) {
  const keys: readonly string[] = SHORTCUTS[name].keys;
  useWindowEvent('keydown', (event) => {
    if (!matchesShortcut(name, event) || event.defaultPrevented || event.repeat || isCovered()) return;
    if (!keys.includes('mod') && isTyping(event)) return;
    event.preventDefault();
    onPress();
  });
}
