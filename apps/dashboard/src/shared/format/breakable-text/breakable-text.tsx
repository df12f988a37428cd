import { Fragment } from 'react';
import classes from './breakable-text.module.css';

const DIGIT_GROUPS = /\d{1,4}/g;
const URL_SEGMENTS = /.+?(?:[^/:]\/(?=[^/])|$)/g;

/** Makes hyphens non-breaking, e.g. in «Т-Банк», «Альфа-Банк». */
export const preventHyphenBreaks = (text: string) => text.replaceAll('-', '-\u2060');

/** URL or account number. It wraps only between URL segments or after every four digits. */
export const BreakableText = ({ children }: { children: string }) => (
  <span className={classes['text']}>
    {(children.match(/^\d+$/.test(children) ? DIGIT_GROUPS : URL_SEGMENTS) ?? []).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
