import { Fragment } from 'react';
import classes from './breakable.module.css';

const FOURS = /\d{1,4}/g;
const PARTS = /.+?(?:[^/:]\/(?=[^/])|$)/g;

/** Words whose hyphens are no place to break at: «Т-Банк», «Альфа-Банк». */
export const unbroken = (text: string) => text.replaceAll('-', '-\u2060');

/** An address or the number of an account: it is broken between its parts or its fours, and nowhere else. */
export const Breakable = ({ children }: { children: string }) => (
  <span className={classes['text']}>
    {(children.match(/^\d+$/.test(children) ? FOURS : PARTS) ?? []).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
