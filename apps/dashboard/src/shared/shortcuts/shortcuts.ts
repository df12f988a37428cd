/** A key or a combination. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
type Shortcut = {
  keys: readonly string[];
  /** Physical key, for letters and signs that have another position on a Russian layout. */
  code?: string;
  label: string;
  place: 'Везде' | 'В списках' | 'В карточке лида';
};

/** All keyboard shortcuts of the dashboard. Event handlers and the help dialog use this list. */
export const SHORTCUTS = {
  search: {
    keys: ['mod', 'K'],
    code: 'KeyK',
    label: 'Найти лид, партнера, выплату или раздел',
    place: 'Везде',
  },
  help: { keys: ['?'], label: 'Сочетания клавиш', place: 'Везде' },
  listSearch: { keys: ['/'], code: 'Slash', label: 'Перейти к поиску в списке', place: 'В списках' },
  nextRow: { keys: ['ArrowDown'], label: 'Следующая строка', place: 'В списках' },
  previousRow: { keys: ['ArrowUp'], label: 'Предыдущая строка', place: 'В списках' },
  openRow: { keys: ['Enter'], label: 'Открыть строку', place: 'В списках' },
  closePanel: { keys: ['Escape'], label: 'Закрыть подробности', place: 'В списках' },
  sendComment: { keys: ['mod', 'Enter'], label: 'Отправить комментарий', place: 'В карточке лида' },
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether the event matches the shortcut, on any keyboard layout. */
export function matchesShortcut(name: ShortcutName, event: KeyPress): boolean {
  const { keys, code }: Shortcut = SHORTCUTS[name];
  const isMod = event.ctrlKey || event.metaKey;
  if (isMod !== keys.includes('mod') || event.altKey) return false;
  return event.key === keys.at(-1) || (code !== undefined && event.code === code && !event.shiftKey);
}

const KEY_LABELS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
};

/** Key labels of a shortcut on this platform. */
export const getKeyLabels = (name: ShortcutName): string[] =>
  SHORTCUTS[name].keys.map((key) => (key === 'mod' ? (isApple() ? '⌘' : 'Ctrl') : (KEY_LABELS[key] ?? key)));
