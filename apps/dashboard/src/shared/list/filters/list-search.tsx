import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { isPressed } from '../../shortcuts/shortcuts.ts';
import { useShortcut } from '../../shortcuts/use-shortcut.ts';
import { IconSearch } from '../../ui/icons.ts';
import { useIsNarrow } from '../../ui/viewport/use-viewport.ts';
import type { Address } from '../use-address.ts';

const PAUSE_MS = 300;

/** Debounced search field. «/» focuses it, on the Russian layout too. The down arrow moves the focus to the rows. */
export function ListSearch({ address, looksAt }: { address: Address; looksAt: string }) {
  const input = useRef<HTMLInputElement>(null);
  const isNarrow = useIsNarrow();
  const written = address.get('search');
  const [typed, setTyped] = useState({ text: written, sent: written });
  // The URL also changes outside this field: the back button, or a filter reset.
  if (written !== typed.sent) setTyped({ text: written, sent: written });

  const send = (text: string) => {
    setTyped({ text, sent: text.trim() });
    address.change({ search: text.trim() }, { replace: true });
  };
  const sendSoon = useDebouncedCallback(send, PAUSE_MS);
  const focus = () => input.current?.focus();
  useShortcut('listSearch', focus);

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={`Найти: ${looksAt}`}
      placeholder={isNarrow ? 'Найти' : looksAt}
      maxLength={100}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        typed.text && (
          <CloseButton
            size="sm"
            aria-label="Очистить поиск"
            onClick={() => {
              sendSoon.cancel();
              send('');
              focus();
            }}
          />
        )
      }
      value={typed.text}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ ...typed, text: value });
        sendSoon(value);
      }}
      onKeyDown={(event) => {
        if (isPressed('nextRow', event)) {
          event.preventDefault();
          document.querySelector<HTMLElement>('[data-row-link]')?.focus();
        }
        if (event.key !== 'Enter') return;
        sendSoon.cancel();
        send(typed.text);
      }}
    />
  );
}
