import type { ReactNode } from 'react';
import classes from './actions.module.css';

/** Centered row of buttons. Plain CSS and no Mantine component, to keep the startup screen small. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
);
