import type { ReactNode } from 'react';
import { type Shape, shapeColors } from './shapes.ts';
import classes from './status.module.css';
import { StatusGlyph } from './status-glyph.tsx';

type StatusMarkProps = { shape: Shape; children: ReactNode };

/** A shape and a label, for states of one feature that need no explanation. */
export const StatusMark = ({ shape, children }: StatusMarkProps) => (
  <span className={classes['status']} data-tone={shapeColors[shape]}>
    <StatusGlyph shape={shape} />
    {children}
  </span>
);
