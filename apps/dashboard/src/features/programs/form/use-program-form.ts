import { type Organization, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { getChanges, getRuleErrors, rebase, toBody } from './program-body.ts';
import { getInitialValues, toValues } from './program-values.ts';

export type ProgramForm = ReturnType<typeof useProgramForm>;

/** Form of a new or saved program. Changes of other users are reported, and unsaved values are kept as a draft. */
export function useProgramForm(program: Program | null, organization: Organization) {
  const dates = useDates();
  const [side, setSide] = useState<'form' | 'preview'>('form');
  const create = useApiMutation(programRoutes.createProgram, [programRoutes.programs]);
  const update = useApiMutation(programRoutes.updateProgram, [programRoutes.programs]);
  const contractForm = useContractForm({
    schema: programRoutes.createProgram.body,
    saved: program === null ? getInitialValues(organization) : toValues(program, dates),
    version: program?.version ?? null,
    merge: rebase,
    toBody: (values) => toBody(values, dates),
    rules: getRuleErrors,
    isCheckedOnBlur: true,
    draft: `program:${program?.id ?? 'new'}`,
    failureTitle: 'Программа не сохранена',
    send: async (body, { values, saved, version }): Promise<Program> => {
      const savedProgram =
        program === null || version === null
          ? await create.mutateAsync({ body })
          : await update.mutateAsync({
              params: { id: program.id },
              body: { ...getChanges(saved, values, dates), version },
            });
      contractForm.markSaved(toValues(savedProgram, dates), savedProgram.version);
      return savedProgram;
    },
    // The form shows its own alert with the changes of the other user.
    onConflict: () => null,
  });
  const changes = getChanges(contractForm.base, contractForm.form.values, dates);
  return {
    ...contractForm,
    /** Visible side on screens without room for both. */
    side,
    setSide,
    isRewardChanged: 'reward' in changes || 'reward_event' in changes,
  };
}
