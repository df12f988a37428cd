import { Text } from '@mantine/core';
import { useRole } from '@/shared/api/use-api.ts';
import type { StatusKind, StatusOf } from './labels.ts';
import { getStatusMeaning } from './meanings.ts';

type MeaningProps<Kind extends StatusKind> = { kind: Kind; state: StatusOf<Kind> };

export const Meaning = <Kind extends StatusKind>({ kind, state }: MeaningProps<Kind>) =>
  getStatusMeaning(kind, state, useRole());

/** Status meaning as text, for panels: touch screens have no hover. */
export const StatusMeaning = <Kind extends StatusKind>(props: MeaningProps<Kind>) => (
  <Text c="dimmed">
    <Meaning {...props} />
  </Text>
);
