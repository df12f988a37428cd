import { type StatusKind, type StatusOf, statusLabels } from './labels.ts';
import { shapes, statusShapes } from './shapes.ts';
import classes from './status.module.css';
import { StatusGlyph } from './status-glyph.tsx';
import { Meaning } from './status-meaning.tsx';
import { useHint } from './use-hint.tsx';

type StatusProps<Kind extends StatusKind> = {
  kind: Kind;
  state: StatusOf<Kind>;
  /** A tinted pill, for the heads of pages and panels; tables go without. */
  isPill?: boolean;
};

/** A state as a 10 px shape and a word: readable without colour. Pointed at, it says what it means. */
export function Status<Kind extends StatusKind>({ kind, state, isPill = false }: StatusProps<Kind>) {
  const shape = statusShapes[kind][state];
  const { target, hint } = useHint(<Meaning kind={kind} state={state} />);
  return (
    <span className={classes['status']} data-tone={shapes[shape]} data-pill={isPill || undefined} {...target}>
      <StatusGlyph shape={shape} />
      {String(statusLabels[kind][state])}
      {hint}
    </span>
  );
}
