import { Fragment } from 'react';
import classes from './shortcut-keys.module.css';
import { keyLabelsOf, type ShortcutName } from './shortcuts.ts';

export const ShortcutKeys = ({ shortcut }: { shortcut: ShortcutName }) => (
  <span className={classes['keys']}>
    {keyLabelsOf(shortcut).map((key, index) => (
      <Fragment key={key}>
        {index > 0 && ' + '}
        <kbd>{key}</kbd>
      </Fragment>
    ))}{' '}
  </span>
);
