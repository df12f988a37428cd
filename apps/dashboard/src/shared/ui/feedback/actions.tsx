import type { ReactNode } from 'react';
import classes from './actions.module.css';

/** Ways on, side by side in the middle. Plain: the first screen needs it before anything else. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
