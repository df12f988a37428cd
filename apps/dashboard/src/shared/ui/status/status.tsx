import { type StatusKind, type StatusOf, statusLabels } from './labels.ts';
import { shapes, statusShapes } from './shapes.ts';
import classes from './status.module.css';
import { StatusGlyph } from './status-glyph.tsx';

type StatusProps<Kind extends StatusKind> = {
  kind: Kind;
  state: StatusOf<Kind>;
  /** A tinted pill, for the heads of pages and panels; tables go without. */
  isPill?: boolean;
};

/** A state as a 10 px shape and a word: readable without colour. */
export function Status<Kind extends StatusKind>({ kind, state, isPill = false }: StatusProps<Kind>) {
  const shape = statusShapes[kind][state];
  return (
    <span className={classes['status']} data-tone={shapes[shape]} data-pill={isPill || undefined}>
      <StatusGlyph shape={shape} />
      {String(statusLabels[kind][state])}
    </span>
  );
}
