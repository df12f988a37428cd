import { Text } from '@mantine/core';
import { useRole } from '../../shared/api/use-api.ts';
import type { StatusKind, StatusOf } from './labels.ts';
import { statusMeaning } from './meanings.ts';

/** The tooltip of a status as a line of text, for panels: a finger has nothing to point with. */
export const StatusMeaning = <Kind extends StatusKind>({
  kind,
  state,
}: {
  kind: Kind;
  state: StatusOf<Kind>;
}) => <Text c="dimmed">{statusMeaning(kind, state, useRole())}</Text>;
