import { UnstyledButton } from '@mantine/core';
import { ShortcutKeys } from '@/shared/shortcuts/shortcut-keys.tsx';
import { IconSearch } from '@/shared/ui/icons.ts';
import classes from './search-button.module.css';

/** Opens the search. Shows the keyboard shortcut on wide screens with a keyboard. */
export const SearchButton = ({ onClick }: { onClick: () => void }) => (
  <UnstyledButton className={classes['button']} aria-haspopup="dialog" onClick={onClick}>
    <IconSearch size={16} stroke={1.75} aria-hidden />
    <span className={classes['label']}>Найти</span>
    <span className={classes['keys']} aria-hidden>
      <ShortcutKeys shortcut="search" />
    </span>
  </UnstyledButton>
);
