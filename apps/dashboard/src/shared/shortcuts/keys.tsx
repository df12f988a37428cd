import { Fragment } from 'react';
import classes from './keys.module.css';
import { keysShown, type ShortcutName } from './shortcuts.ts';

export const Keys = ({ of }: { of: ShortcutName }) => (
  <span className={classes['keys']}>
    {keysShown(of).map((key, index) => (
      <Fragment key={key}>
        {index > 0 && ' + '}
        <kbd>{key}</kbd>
      </Fragment>
    ))}{' '}
  </span>
);
