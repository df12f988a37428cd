import { Text, TextInput } from '@mantine/core';
import { type RouteContract, recoveryRoutes } from '@referral-dashboard/api-contract';
import { INCOMPLETE_MOBILE } from '@referral-dashboard/api-contract/phone-messages';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

type PhoneDialogProps = {
  kind: 'employee' | 'partner';
  id: string;
  person: string;
  /** Queries that show the phone number. */
  stale: readonly RouteContract[];
  onClose: () => void;
};

const ROUTES = { employee: recoveryRoutes.changeEmployeePhone, partner: recoveryRoutes.changePartnerPhone };

/** Changes the sign-in phone of an organization's employee or partner. */
export default function PhoneDialog({ kind, id, person, stale, onClose }: PhoneDialogProps) {
  const { mutateAsync } = useApiMutation(ROUTES[kind], stale);
  const { form, submit, failure, isSending } = useContractForm({
    schema: recoveryRoutes.changeEmployeePhone.body,
    saved: { phone: '' },
    messages: { phone: INCOMPLETE_MOBILE },
    failureTitle: 'Телефон не изменен',
    send: async (body) => {
      await mutateAsync({ params: { id }, body });
      onClose();
      void toast.success({ title: 'Телефон изменен', description: `${person}: ${formatPhone(body.phone)}` });
    },
  });
  return (
    <FormDialog
      title="Изменить телефон"
      submitLabel="Изменить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fw={600}>{person}</Text>
      <TextInput
        label="Новый телефон"
        description="С ним человек будет входить. На прежний номер придет сообщение, если сообщения подключены"
        type="tel"
        inputMode="tel"
        placeholder="+7 916 123-45-67"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('phone')}
      />
    </FormDialog>
  );
}
