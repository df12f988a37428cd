import { CloseButton, TextInput } from '@mantine/core';
import { getHotkeyHandler, useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { SHORTCUTS } from '@/shared/shortcuts/shortcuts.ts';
import { useShortcut } from '@/shared/shortcuts/use-shortcut.ts';
import { IconSearch } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import type { Address } from '../use-address.ts';

const DEBOUNCE_MS = 300;

type ListSearchProps = {
  address: Address;
  searchedFields: string;
  /** Called on the down arrow, to move the focus to the rows. */
  onLeave?: () => void;
};

/** Debounced search field. «/» focuses it, on the Russian layout too. */
export function ListSearch({ address, searchedFields, onLeave }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const isNarrow = useIsNarrow();
  const urlText = address.get('search');
  const [typed, setTyped] = useState({ text: urlText, sent: urlText });
  // The URL also changes outside this field: the back button, or a filter reset.
  if (urlText !== typed.sent) setTyped({ text: urlText, sent: urlText });

  const send = (text: string) => {
    setTyped({ text, sent: text.trim() });
    address.change({ search: text.trim() }, { replace: true });
  };
  const sendDebounced = useDebouncedCallback(send, DEBOUNCE_MS);
  const focus = () => input.current?.focus();
  useShortcut('listSearch', focus);

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={`Найти: ${searchedFields}`}
      placeholder={isNarrow ? 'Найти' : searchedFields}
      maxLength={100}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        typed.text && (
          <CloseButton
            size="sm"
            aria-label="Очистить поиск"
            onClick={() => {
              sendDebounced.cancel();
              send('');
              focus();
            }}
          />
        )
      }
      value={typed.text}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ ...typed, text: value });
        sendDebounced(value);
      }}
      onKeyDown={getHotkeyHandler([
        [SHORTCUTS.nextRow.hotkey, () => onLeave?.()],
        [
          'Enter',
          () => {
            sendDebounced.cancel();
            send(typed.text);
          },
        ],
      ])}
    />
  );
}
