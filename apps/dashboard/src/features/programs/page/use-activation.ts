import { type Organization, type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiFailure } from '../../../shared/api/failure.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { describeError, type ErrorText } from '../../../shared/errors/describe-error.ts';
import { focusField } from '../../../shared/form/focus-field.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { missingOf } from '../form/missing.ts';
import type { ProgramForm } from '../form/use-program-form.ts';

/** Activates a program and lists its missing fields. Unsaved form changes are saved first. */
export function useActivation(program: Program, organization: Organization, editor: ProgramForm) {
  const activate = useApiMutation(programRoutes.activateProgram, [programRoutes.programs]);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const missing = missingOf(editor.form.values);
  const lacksPolicy = organization.privacy_policy_url === '';

  const goTo = (field: string) => {
    flushSync(() => editor.setSide('form'));
    focusField(editor.form, field);
  };
  const start = async () => {
    setFailure(null);
    const saved = editor.isDirty ? await editor.save() : program;
    if (saved === null) return;
    try {
      await activate.mutateAsync({ params: { id: saved.id }, body: { version: saved.version } });
      void toast.success({
        title: 'Программа включена',
        description:
          program.figures.partners > 0 ? 'Ссылки партнеров принимают заявки' : 'Теперь добавьте партнера',
      });
    } catch (error) {
      const told = isApiFailure(error) ? Object.values(error.fieldErrors).flat().join(' ') : '';
      const { title, advice } = describeError(error, 'Программа не включена');
      setFailure({ title, advice: told || advice });
    }
  };
  return {
    start,
    isBusy: activate.isPending,
    failure,
    missing,
    lacksPolicy,
    isReady: missing.length === 0 && !lacksPolicy,
    goTo,
  };
}
