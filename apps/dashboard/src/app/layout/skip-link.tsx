import { UnstyledButton } from '@mantine/core';
import classes from './skip-link.module.css';

/** First tab stop: moves the focus to the page without changing the URL. */
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
