import { TextInput } from '@mantine/core';
import { recoveryRoutes } from '@referral-dashboard/api-contract';
import { INCOMPLETE_MOBILE } from '@referral-dashboard/api-contract/phone-messages';
import { useAuth } from '@referral-dashboard/react-auth';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { MISSING_PASSWORD } from '@/shared/password-rule.ts';
import { CODE_MESSAGES, CodeDialog } from '@/shared/ui/dialog/code-dialog.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Changes the sign-in phone: the number and the password first, then the code sent to it. */
export default function PhoneDialog({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState('');
  return phone === '' ? (
    <NewPhone onSent={setPhone} onClose={onClose} />
  ) : (
    <PhoneCode phone={phone} onClose={onClose} />
  );
}

function NewPhone({ onSent, onClose }: { onSent: (phone: string) => void; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(recoveryRoutes.startPhoneChange, []);
  const { form, submit, failure, isSending } = useContractForm({
    schema: recoveryRoutes.startPhoneChange.body,
    saved: { phone: '', password: '' },
    messages: {
      phone: INCOMPLETE_MOBILE,
      password: ({ password }, message) => (password === '' ? MISSING_PASSWORD : message),
    },
    failureTitle: 'Код не отправлен',
    send: async (body) => {
      await mutateAsync({ body });
      onSent(body.phone);
    },
  });
  return (
    <FormDialog
      title="Сменить телефон"
      label="Сменить телефон"
      submitLabel="Получить код"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Новый телефон"
        description="Пришлем на него код по СМС"
        type="tel"
        inputMode="tel"
        placeholder="+7 916 123-45-67"
        autoComplete="tel"
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <PasswordField label="Пароль" autoComplete="current-password" {...form.getInputProps('password')} />
    </FormDialog>
  );
}

function PhoneCode({ phone, onClose }: { phone: string; onClose: () => void }) {
  const { mutateAsync } = useApiMutation(recoveryRoutes.confirmPhoneChange, []);
  const { reloadUser } = useAuth();
  const { form, submit, failure, isSending } = useContractForm({
    schema: recoveryRoutes.confirmPhoneChange.body,
    saved: { code: '' },
    toBody: ({ code }) => ({ code, phone }),
    messages: CODE_MESSAGES,
    failureTitle: 'Телефон не изменен',
    send: async (body) => {
      await mutateAsync({ body });
      await reloadUser();
      onClose();
      void toast.success({ title: 'Телефон изменен', description: `Входите теперь с ${formatPhone(phone)}` });
    },
  });
  return (
    <CodeDialog
      title="Сменить телефон"
      form={form}
      sentTo={formatPhone(phone)}
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
