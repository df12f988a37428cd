import { type StatusKind, type StatusOf, statusLabels } from './labels.ts';
import { shapeColors, statusShapes } from './shapes.ts';
import classes from './status.module.css';
import { StatusGlyph } from './status-glyph.tsx';
import { Meaning } from './status-meaning.tsx';
import { useTooltip } from './use-tooltip.tsx';

type StatusProps<Kind extends StatusKind> = {
  kind: Kind;
  state: StatusOf<Kind>;
  /** Tinted background, for page and panel headers. Tables show plain text. */
  isPill?: boolean;
};

/** A status as a 10 px shape and a label, so that color is not the only cue. A tooltip explains the status. */
export function Status<Kind extends StatusKind>({ kind, state, isPill = false }: StatusProps<Kind>) {
  const shape = statusShapes[kind][state];
  const { target, tooltip } = useTooltip(<Meaning kind={kind} state={state} />);
  return (
    <span
      className={classes['status']}
      data-tone={shapeColors[shape]}
      data-pill={isPill || undefined}
      {...target}
    >
      <StatusGlyph shape={shape} />
      {String(statusLabels[kind][state])}
      {tooltip}
    </span>
  );
}
