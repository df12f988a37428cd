import { Tooltip } from '@mantine/core';
import { useRole } from '../../shared/api/use-api.ts';
import { type StatusKind, type StatusOf, statusLabels } from './labels.ts';
import { statusMeaning } from './meanings.ts';
import { shapes, statusShapes } from './shapes.ts';
import classes from './status.module.css';
import { StatusGlyph } from './status-glyph.tsx';

type StatusProps<Kind extends StatusKind> = {
  kind: Kind;
  state: StatusOf<Kind>;
  /** A tinted pill, for the heads of pages and panels; tables go without. */
  isPill?: boolean;
};

/** A state as a 10 px shape and a word: readable without colour. Pointed at, it says what it means. */
export function Status<Kind extends StatusKind>({ kind, state, isPill = false }: StatusProps<Kind>) {
  const shape = statusShapes[kind][state];
  const role = useRole();
  return (
    <Tooltip
      label={statusMeaning(kind, state, role)}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={300}
      multiline
      maw={280}
    >
      <span className={classes['status']} data-tone={shapes[shape]} data-pill={isPill || undefined}>
        <StatusGlyph shape={shape} />
        {String(statusLabels[kind][state])}
      </span>
    </Tooltip>
  );
}
