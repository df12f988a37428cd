import { Select, Stack, Text } from '@mantine/core';
import {
  type EnrollmentWithFigures,
  type Group,
  type Program,
  partnerRoutes,
  programRoutes,
  termsRoutes,
} from '@referral-dashboard/api-contract';
import { type FormEvent, useState } from 'react';
import { formatReward } from '@/entities/program/format-reward.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
import type { Selection } from '@/shared/list/selection/use-selection.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

const STALE_ROUTES = [programRoutes.programs, partnerRoutes.partners];
const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;
/** Noun forms in the genitive and the accusative. */
const OF_PARTNERS = ['партнера', 'партнеров', 'партнеров'] as const;
/** Option for the terms of the program. */
const NO_GROUP = 'none';

type AssignGroupDialogProps = {
  program: Program;
  groups: readonly Group[];
  selection: Selection<EnrollmentWithFigures>;
  onClose: () => void;
};

/** Moves the selected partners to a group, after showing what changes. */
export default function AssignGroupDialog({ program, groups, selection, onClose }: AssignGroupDialogProps) {
  const { mutate, isPending, error } = useApiMutation(termsRoutes.assignGroup, STALE_ROUTES);
  const [choice, setChoice] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { count, isAll, selected, target } = selection;
  const group = groups.find(({ id }) => id === choice) ?? null;
  const hasPersonalTerms = isAll || selected.some(({ terms }) => terms === 'personal');

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(choice === null);
    if (choice === null || isPending) return;
    mutate(
      { params: { id: program.id }, body: { ...target, group: group?.id ?? null } },
      {
        onSuccess: ({ moved, unchanged }) => {
          selection.clear();
          onClose();
          void toast.success({
            title: group === null ? 'Партнеры теперь без группы' : `Партнеры теперь в группе «${group.name}»`,
            description:
              unchanged === 0
                ? formatCount(moved, PARTNERS)
                : `${formatCount(moved, PARTNERS)}. Так уже было: ${formatNumber(unchanged)}`,
          });
        },
      },
    );
  };
  return (
    <FormDialog
      title={`Перевести ${formatCount(count, OF_PARTNERS)} в группу`}
      label="Перевести в группу"
      submitLabel="Перевести"
      isSending={isPending}
      failure={error && explainError(error, 'Партнеры не переведены').alert}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Select
        label="Группа"
        placeholder="Выберите группу"
        data={[
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
          { value: NO_GROUP, label: 'Без группы, как в программе' },
        ]}
        value={choice}
        onChange={(value) => {
          setChoice(value);
          setMissing(false);
        }}
        allowDeselect={false}
        error={isMissing && 'Выберите группу'}
        data-autofocus
      />
      {choice !== null && (
        <Stack gap="xs" role="status">
          <Text>{describeMove(count, group, program)}</Text>
          {hasPersonalTerms && <Text>Личные ставки останутся в силе.</Text>}
        </Stack>
      )}
    </FormDialog>
  );
}

/** Effect of a move of partners to a group, or out of all groups for null. */
function describeMove(count: number, group: Group | null, program: Program): string {
  const partners = formatCount(count, OF_PARTNERS);
  return group === null
    ? `Новые лиды ${partners} будут по условиям программы: ${formatReward(program)}. Прежние лиды не изменятся.`
    : `Новые лиды ${partners} будут по ставке «${group.name}»: ${formatReward(group)}. Прежние лиды не изменятся.`;
}
