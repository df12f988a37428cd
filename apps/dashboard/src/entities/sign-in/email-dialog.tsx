import { Text } from '@mantine/core';
import { recoveryRoutes } from '@referral-dashboard/api-contract';
import { useAuth } from '@referral-dashboard/react-auth';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { MISSING_PASSWORD } from '@/shared/password-rule.ts';
import { CODE_MESSAGES, CodeDialog } from '@/shared/ui/dialog/code-dialog.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { PasswordField } from '@/shared/ui/form/fields/password-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

type EmailDialogProps = {
  email: string;
  /** A code has already been sent, so the password step is skipped. */
  isCodeSent?: boolean;
  onClose: () => void;
};

/** Confirms the e-mail address: asks for the password, then for the code sent to the address. */
export default function EmailDialog({ email, isCodeSent = false, onClose }: EmailDialogProps) {
  const [isSent, setSent] = useState(isCodeSent);
  return isSent ? (
    <CodeStep email={email} onClose={onClose} />
  ) : (
    <PasswordStep email={email} onSent={() => setSent(true)} onClose={onClose} />
  );
}

type StepProps = { email: string; onClose: () => void };

function PasswordStep({ email, onSent, onClose }: StepProps & { onSent: () => void }) {
  const { mutateAsync } = useApiMutation(recoveryRoutes.sendEmailCode, []);
  const { form, submit, failure, isSending } = useContractForm({
    schema: recoveryRoutes.sendEmailCode.body,
    saved: { password: '' },
    messages: { password: ({ password }, message) => (password === '' ? MISSING_PASSWORD : message) },
    failureTitle: 'Код не отправлен',
    send: async (body) => {
      await mutateAsync({ body });
      onSent();
    },
  });
  return (
    <FormDialog
      title="Подтвердить почту"
      label="Подтвердить почту"
      submitLabel="Получить код"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>Пришлем код на {email}.</Text>
      <PasswordField
        label="Пароль"
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}

function CodeStep({ email, onClose }: StepProps) {
  const { mutateAsync } = useApiMutation(recoveryRoutes.confirmEmail, []);
  const { reloadUser } = useAuth();
  const { form, submit, failure, isSending } = useContractForm({
    schema: recoveryRoutes.confirmEmail.body,
    saved: { code: '' },
    messages: CODE_MESSAGES,
    failureTitle: 'Почта не подтверждена',
    send: async (body) => {
      await mutateAsync({ body });
      await reloadUser();
      onClose();
      void toast.success({
        title: 'Почта подтверждена',
        description: 'На нее придет код, если забудете пароль',
      });
    },
  });
  return (
    <CodeDialog
      title="Подтвердить почту"
      label="Код из письма"
      form={form}
      sentTo={email}
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
