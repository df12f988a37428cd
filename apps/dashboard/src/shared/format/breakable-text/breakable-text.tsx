import { Fragment } from 'react';
import classes from './breakable-text.module.css';

const URL_SEGMENTS = /.+?(?:[^/:]\/(?=[^/])|$)/g;

/** Makes hyphens non-breaking, e.g. in «Т-Банк», «Альфа-Банк». */
export const preventHyphenBreaks = (text: string) => text.replaceAll('-', '-\u2060');

/** URL or account number. A URL wraps only between its segments, a number never. */
export const BreakableText = ({ children }: { children: string }) => (
  <span className={classes['text']}>
    {(/^\d+$/.test(children) ? [children] : (children.match(URL_SEGMENTS) ?? [])).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
