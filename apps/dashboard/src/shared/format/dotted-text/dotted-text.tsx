import { Fragment, type ReactNode } from 'react';
import classes from './dotted-text.module.css';

const SEPARATOR = ' · ';

/** Text with parts separated by « · ». A wrapped line never starts with the dot. */
export function DottedText({ children }: { children: ReactNode }) {
  if (typeof children !== 'string' || !children.includes(SEPARATOR)) return children;
  const [first, ...rest] = children.split(SEPARATOR);
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <span className={classes['dot']}> ·</span> {part}
        </Fragment>
      ))}
    </>
  );
}
