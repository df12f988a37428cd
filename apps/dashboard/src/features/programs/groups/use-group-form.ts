import { type Group, type Program, programRoutes, termsRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import {
  getLimitErrors,
  type RewardTerms,
  toRewardBody,
  toRewardValues,
} from '@/entities/program/reward/reward-values.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

type GroupValues = RewardTerms & { name: string; hold_days: number | null; is_default: boolean };

const toValues = (group: Group): GroupValues => ({
  name: group.name,
  reward_event: group.reward_event,
  reward: toRewardValues(group.reward),
  hold_days: group.hold_days,
  is_default: group.is_default,
});

/** Draft key of the form of a group; of a new one without `group`. */
export const getGroupDraftKey = (program: Pick<Program, 'id'>, group?: Pick<Group, 'id'> | null) =>
  `program:${program.id}:group:${group?.id ?? 'new'}`;

const STALE_ROUTES = [programRoutes.programs];

/** Form of a new group, or of a saved one. */
export function useGroupForm(program: Program, group: Group | null, onSaved: () => void) {
  const create = useApiMutation(termsRoutes.createGroup, STALE_ROUTES);
  const update = useApiMutation(termsRoutes.updateGroup, STALE_ROUTES);
  const [initialValues] = useState<GroupValues>(
    group === null
      ? {
          name: '',
          reward_event: program.reward_event,
          // A group usually differs from the program in the rate alone.
          reward: toRewardValues(program.reward),
          hold_days: null,
          is_default: false,
        }
      : toValues(group),
  );
  const contractForm = useContractForm({
    schema: termsRoutes.createGroup.body,
    saved: initialValues,
    toBody: (values) => ({ ...values, reward: toRewardBody(values) }),
    rules: getLimitErrors,
    messages: { name: 'Введите название: от 2 до 60 символов' },
    draft: getGroupDraftKey(program, group),
    failureTitle: 'Группа не сохранена',
    send: async (body) => {
      if (group === null) await create.mutateAsync({ params: { id: program.id }, body });
      else await update.mutateAsync({ params: { id: group.id }, body: { ...body, version: group.version } });
      contractForm.discardDraft();
      onSaved();
      void toast.success({
        title: group === null ? 'Группа добавлена' : 'Группа изменена',
        description: `«${body.name}»`,
      });
    },
  });
  return contractForm;
}
