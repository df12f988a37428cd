import { CRM_LABELS, type CrmConnection, crmRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { AmocrmKeys, EMPTY_KEYS, pickAmocrmKeys } from './amocrm-keys.tsx';
import { AddressField, OwnPasswordField } from './key-fields.tsx';

type KeysDialogProps = { connection: CrmConnection; onClose: () => void };

/** Form for another key of a connection. The former key stays when the CRM refuses the new one. */
export default function KeysDialog({ connection: { id, kind, version }, onClose }: KeysDialogProps) {
  const name = CRM_LABELS[kind];
  const { mutateAsync } = useApiMutation(crmRoutes.updateCrmConnection, [crmRoutes.crmConnections]);
  const { form, submit, failure, isSending } = useContractForm({
    schema: crmRoutes.updateCrmConnection.body,
    saved: EMPTY_KEYS,
    toBody: (values) => ({
      version,
      ...(kind === 'amocrm' ? pickAmocrmKeys(values) : { address: values.address }),
      password: values.password,
    }),
    messages: { password: 'Введите свой пароль' },
    failureTitle: 'Ключ не заменен',
    send: async (body) => {
      await mutateAsync({ params: { id }, body });
      void toast.success({ title: 'Ключ заменен', description: name });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Заменить ключ"
      label="Заменить ключ"
      submitLabel="Заменить"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {kind === 'amocrm' ? (
        <AmocrmKeys form={form} />
      ) : (
        <AddressField kind={kind} data-autofocus {...form.getInputProps('address')} />
      )}
      <OwnPasswordField {...form.getInputProps('password')} />
    </FormDialog>
  );
}
