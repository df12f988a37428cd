import { useWindowEvent } from '@mantine/hooks';
import { isPressed, SHORTCUTS, type ShortcutName } from './shortcuts.ts';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.matches(FIELDS);
const isCovered = () => document.querySelector('[aria-modal="true"]') !== null;

/** Registers a keyboard shortcut. It is ignored under a modal dialog. Shortcuts without `mod` are ignored in text fields. */
export function useShortcut(name: ShortcutName, answer: () => void) {
  const keys: readonly string[] = SHORTCUTS[name].keys;
  useWindowEvent('keydown', (event) => {
    if (!isPressed(name, event) || event.defaultPrevented || event.repeat || isCovered()) return;
    if (!keys.includes('mod') && isTyping(event)) return;
    event.preventDefault();
    answer();
  });
}
