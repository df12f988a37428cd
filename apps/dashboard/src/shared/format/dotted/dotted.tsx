import { Fragment, type ReactNode } from 'react';
import classes from './dotted.module.css';

const SEPARATOR = ' · ';

/** Text with parts separated by « · ». A wrapped line never starts with the dot. */
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
