import { Fragment, type ReactNode } from 'react';
import classes from './dotted.module.css';

const SEPARATOR = ' · ';

/** A text of parts separated by dots. A wrapped line never starts with a dot. */
export function Dotted({ children }: { children: ReactNode }) {
  if (typeof children !== 'string' || !children.includes(SEPARATOR)) return children;
  const [first, ...others] = children.split(SEPARATOR);
  return (
    <>
      {first}
      {others.map((part, index) => (
        <Fragment key={index}>
          <span className={classes['dot']}> ·</span> {part}
        </Fragment>
      ))}
    </>
  );
}
