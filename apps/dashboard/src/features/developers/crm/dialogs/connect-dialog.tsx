import { CRM_LABELS, type CrmKind, crmRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { AmocrmKeys, EMPTY_KEYS, pickAmocrmKeys } from './amocrm-keys.tsx';
import { AddressField, OwnPasswordField } from './key-fields.tsx';

/** Form that connects a CRM. The server checks the key at once. */
export default function ConnectDialog({ kind, onClose }: { kind: CrmKind; onClose: () => void }) {
  const name = CRM_LABELS[kind];
  const { mutateAsync } = useApiMutation(crmRoutes.createCrmConnection, [crmRoutes.crmConnections]);
  const { form, submit, failure, isSending } = useContractForm({
    schema: crmRoutes.createCrmConnection.body,
    saved: EMPTY_KEYS,
    toBody: (values) => ({
      kind,
      address: values.address,
      ...(kind === 'amocrm' && pickAmocrmKeys(values)),
      password: values.password,
    }),
    messages: { password: 'Введите свой пароль' },
    failureTitle: 'CRM не подключена',
    send: async (body) => {
      await mutateAsync({ body });
      void toast.success({ title: 'CRM подключена', description: `${name}: включите передачу лидов в меню` });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Подключение: ${name}`}
      label={`Подключение: ${name}`}
      submitLabel="Подключить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <AddressField kind={kind} data-autofocus {...form.getInputProps('address')} />
      {kind === 'amocrm' && <AmocrmKeys form={form} />}
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  );
}
