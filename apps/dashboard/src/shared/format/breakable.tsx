import { Fragment } from 'react';
import classes from './breakable.module.css';

const FOURS = /\d{1,4}/g;
const PARTS = /.+?(?:[^/:]\/(?=[^/])|$)/g;

/** Makes hyphens non-breaking, e.g. in «Т-Банк», «Альфа-Банк». */
export const unbroken = (text: string) => text.replaceAll('-', '-\u2060');

/** URL or account number. It wraps only between URL segments or after every four digits. */
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
