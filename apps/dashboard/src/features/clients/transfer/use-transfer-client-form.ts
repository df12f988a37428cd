import { type Attachment, type Client, clientRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CLIENT_DEPENDENT_ROUTES } from '../client.ts';
import { describeClientConflict } from '../conflict.ts';

const EMPTY_VALUES = { partner: null as string | null, reason: '' };

/** Draft key of the transfer form. */
export const getTransferDraftKey = ({ id }: Pick<Attachment, 'id'>) => `client-transfer:${id}`;

export function useTransferClientForm(client: Client, attachment: Attachment, onClose: () => void) {
  const api = useApi();
  const { mutateAsync } = useApiMutation(clientRoutes.transferClient, CLIENT_DEPENDENT_ROUTES);
  const [initialClient] = useState(client);
  const [initialValues] = useState(EMPTY_VALUES);
  const { discardDraft, ...form } = useContractForm({
    schema: clientRoutes.transferClient.body,
    saved: initialValues,
    toBody: (values) => ({ ...values, program: attachment.program.id, version: client.version }),
    messages: { partner: 'Выберите партнера', reason: 'Укажите причину' },
    draft: getTransferDraftKey(attachment),
    failureTitle: 'Клиент не передан',
    send: async (body) => {
      await mutateAsync({ params: { id: client.id }, body });
      void toast.success({
        title: 'Клиент передан',
        description: `${client.number} теперь у другого партнера`,
      });
      close();
    },
    onConflict: async () => ({
      title: await describeClientConflict(api, initialClient),
      advice: 'Введенное на месте. Проверьте и передайте еще раз.',
    }),
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return { ...form, close };
}
