import { type Organization, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { getMissingFields } from '../form/missing-fields.ts';
import type { ProgramForm } from '../form/use-program-form.ts';

/** Activates a program and lists its missing fields. Unsaved form changes are saved first. */
export function useActivation(program: Program, organization: Organization, editor: ProgramForm) {
  const activation = useApiMutation(programRoutes.activateProgram, [programRoutes.programs]);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const missing = getMissingFields(editor.form.values);
  const lacksPolicy = organization.privacy_policy_url === '';

  const start = async () => {
    setFailure(null);
    const savedProgram = editor.isDirty ? await editor.save() : program;
    if (savedProgram === null) return;
    try {
      await activation.mutateAsync({
        params: { id: savedProgram.id },
        body: { version: savedProgram.version },
      });
      void toast.success({
        title: 'Программа включена',
        description:
          program.figures.partners > 0 ? 'Ссылки партнеров принимают заявки' : 'Теперь добавьте партнера',
      });
    } catch (error) {
      setFailure(explainError(error, 'Программа не включена').alert);
    }
  };
  return {
    start,
    isBusy: activation.isPending,
    failure,
    missing,
    lacksPolicy,
    isReady: missing.length === 0 && !lacksPolicy,
  };
}
