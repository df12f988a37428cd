import { Fragment } from 'react';
import classes from './shortcut-keys.module.css';
import { getKeyLabels, type ShortcutName } from './shortcuts.ts';

export const ShortcutKeys = ({ shortcut }: { shortcut: ShortcutName }) => (
  <span className={classes['keys']}>
    {getKeyLabels(shortcut).map((key, index) => (
      <Fragment key={key}>
        {index > 0 && ' + '}
        <kbd>{key}</kbd>
      </Fragment>
    ))}{' '}
  </span>
);
