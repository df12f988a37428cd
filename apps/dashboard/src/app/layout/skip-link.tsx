import { UnstyledButton } from '@mantine/core';
import classes from './skip-link.module.css';

/** The first stop of the Tab key: past the menu to the page. The address stays what it is. */
export const SkipLink = () => (
  <UnstyledButton
    component="a"
    href="#content"
    className={classes['link']}
    onClick={(event) => {
      event.preventDefault();
      document.getElementById('content')?.focus();
    }}
  >
    К содержанию
  </UnstyledButton>
);
