import { UnstyledButton } from '@mantine/core';
import classes from './skip-link.module.css';

/** The first stop of the Tab key: past the menu to the page. */
export const SkipLink = () => (
  <UnstyledButton className={classes['link']} onClick={() => document.getElementById('content')?.focus()}>
    К содержанию
  </UnstyledButton>
);
