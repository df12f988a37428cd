import { type FormErrors, useForm } from '@mantine/form';
import { accountRoutes, holdsPhone, newPassword, PHONE_IN_PASSWORD } from '@referral-dashboard/api-contract';
import { useUser } from '@referral-dashboard/react-auth';
import { useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { type ErrorSentence, errorSentence } from '../../shared/errors/sentence.ts';
import { toast } from '../../shared/ui/toast/toast.ts';

/** What can be told before the server is asked, which knows names and common passwords. */
function newPasswordProblem(value: string, phone: unknown): string | null {
  const [issue] = newPassword.safeParse(value).error?.issues ?? [];
  if (issue) return issue.message;
  return typeof phone === 'string' && holdsPhone(value, phone) ? PHONE_IN_PASSWORD : null;
}

const FIELDS = ['current_password', 'new_password'] as const;

/** The form of a new password. */
export function usePasswordForm(onDone: () => void) {
  const { mutateAsync, isPending } = useWrite(accountRoutes.changePassword, [accountRoutes.sessions]);
  const phone = useUser()?.['phone'];
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      current_password: (value) => (value ? null : 'Введите текущий пароль'),
      new_password: (value) => newPasswordProblem(value, phone),
    },
  });
  const focusFirst = (errors: FormErrors) => {
    const field = FIELDS.find((name) => errors[name]);
    if (field) form.getInputNode(field)?.focus();
  };
  const send = form.onSubmit(async (body) => {
    setFailure(null);
    try {
      await mutateAsync({ body });
      onDone();
      void toast.success({ title: 'Пароль изменен', description: 'Входите теперь с новым' });
    } catch (error) {
      const { fields, rest } = fieldErrorsOf(error, FIELDS);
      form.setErrors(fields);
      focusFirst(fields);
      if (rest || Object.keys(fields).length === 0)
        setFailure(rest ? { title: rest, advice: '' } : errorSentence(error, 'Пароль не изменен'));
    }
  }, focusFirst);
  return { form, send, failure, isSending: isPending };
}
