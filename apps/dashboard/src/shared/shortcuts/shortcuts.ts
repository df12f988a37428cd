type Shortcut = {
  /** In the notation of Mantine's `useHotkeys`. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  hotkey: string;
  label: string;
  place: 'Везде' | 'В списках' | 'В карточке лида';
};

/** All keyboard shortcuts of the dashboard. Event handlers and the help dialog use this list. */
export const SHORTCUTS = {
  search: {
    hotkey: 'mod+K',
    label: 'Найти лид, партнера, выплату или раздел',
    place: 'Везде',
  },
  help: { hotkey: 'shift+?', label: 'Сочетания клавиш', place: 'Везде' },
  listSearch: { hotkey: '/', label: 'Перейти к поиску в списке', place: 'В списках' },
  nextRow: { hotkey: 'ArrowDown', label: 'Следующая строка', place: 'В списках' },
  previousRow: { hotkey: 'ArrowUp', label: 'Предыдущая строка', place: 'В списках' },
  openRow: { hotkey: 'Enter', label: 'Открыть строку', place: 'В списках' },
  closePanel: { hotkey: 'Escape', label: 'Закрыть подробности', place: 'В списках' },
  sendComment: { hotkey: 'mod+Enter', label: 'Отправить комментарий', place: 'В карточке лида' },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

const KEY_LABELS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
};

/** Key labels of a shortcut on this platform. */
export const getKeyLabels = (name: ShortcutName): string[] =>
  SHORTCUTS[name].hotkey
    .split('+')
    // The question mark is labelled by its character, which is on different keys.
    .filter((key) => key !== 'shift')
    .map((key) => (key === 'mod' ? (isApple() ? '⌘' : 'Ctrl') : (KEY_LABELS[key] ?? key)));
