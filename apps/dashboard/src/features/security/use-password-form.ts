import { useForm } from '@mantine/form';
import { accountRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import { toast } from '../../shared/ui/toast/toast.ts';

const FIELDS = ['current_password', 'new_password'] as const;
const LEAST = 8;

/** The form of a new password. */
export function usePasswordForm(onDone: () => void) {
  const { mutateAsync, isPending } = useWrite(accountRoutes.changePassword, [accountRoutes.sessions]);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value ? null : 'Введите текущий пароль'),
      new_password: (value) => (value.trim().length >= LEAST ? null : `Не короче ${LEAST} символов`),
    },
  });
  const send = form.onSubmit(async (body) => {
    setFailure(null);
    try {
      await mutateAsync({ body });
      onDone();
      void toast.success({ title: 'Пароль изменен', description: 'Входите теперь с новым' });
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Пароль не изменен'));
    }
  });
  return { form, send, failure, isSending: isPending };
}
