import { accountRoutes, containsPhone, PHONE_IN_PASSWORD } from '@referral-dashboard/api-contract';
import { useUser } from '@referral-dashboard/react-auth';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

const BLANK = { current_password: '', new_password: '' };

/** State of the password form. The server additionally rejects names and common passwords. No draft is saved. */
export function usePasswordForm(onDone: () => void) {
  const { mutateAsync } = useApiMutation(accountRoutes.changePassword, [accountRoutes.sessions]);
  const phone = useUser()?.['phone'];
  return useContractForm({
    schema: accountRoutes.changePassword.body,
    saved: BLANK,
    messages: {
      current_password: ({ current_password }, message) =>
        current_password === '' ? 'Введите текущий пароль' : message,
    },
    rules: ({ new_password }) =>
      typeof phone === 'string' && containsPhone(new_password, phone)
        ? { new_password: PHONE_IN_PASSWORD }
        : {},
    failureTitle: 'Пароль не изменен',
    send: async (body) => {
      await mutateAsync({ body });
      onDone();
      void toast.success({ title: 'Пароль изменен', description: 'Входите теперь с новым' });
    },
  });
}
