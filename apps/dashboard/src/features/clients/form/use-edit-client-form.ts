import { type Client, clientRoutes } from '@referral-dashboard/api-contract';
import { INCOMPLETE_PHONE } from '@referral-dashboard/api-contract/phone-messages';
import { useState } from 'react';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getChangedValues } from '@/shared/form/changes.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CLIENT_DEPENDENT_ROUTES } from '../client.ts';
import { describeClientConflict } from '../conflict.ts';

/** Draft key of the edit form of a client. */
export const getClientDraftKey = ({ id }: Pick<Client, 'id'>) => `client:${id}`;

const toValues = ({ name, phone, email, inn, external_id }: Client) => ({
  name,
  phone: formatPhone(phone),
  email,
  inn,
  external_id: external_id ?? '',
});
type Values = ReturnType<typeof toValues>;

/** Body fields of the changed values. Empty phones and numbers are removed. */
const toChanges = (savedValues: Values, values: Values) =>
  Object.fromEntries(
    Object.entries(getChangedValues(savedValues, values)).map(([name, value]) => [
      name,
      value.trim() === '' && (name === 'phone' || name === 'external_id') ? null : value,
    ]),
  );

/** Edit form of a client. Only changed fields are sent, so that concurrent edits of other fields are kept. */
export function useEditClientForm(client: Client, onClose: () => void) {
  const api = useApi();
  const { mutateAsync } = useApiMutation(clientRoutes.updateClient, CLIENT_DEPENDENT_ROUTES);
  const [initialClient] = useState(client);
  const [initialValues] = useState(() => toValues(client));
  const { discardDraft, ...form } = useContractForm({
    schema: clientRoutes.updateClient.body,
    saved: initialValues,
    toBody: (values, savedValues) => ({ ...toChanges(savedValues, values), version: client.version }),
    messages: {
      name: ({ name }, message) => (name.trim().length < 2 ? 'Введите имя, хотя бы две буквы' : message),
      phone: INCOMPLETE_PHONE,
    },
    draft: getClientDraftKey(client),
    secretFields: ['inn'],
    failureTitle: 'Клиент не изменен',
    send: async (body) => {
      if (Object.keys(body).length > 1) {
        await mutateAsync({ params: { id: client.id }, body });
        void toast.success({ title: 'Клиент изменен', description: `${client.number} сохранен` });
      }
      close();
    },
    onConflict: async () => ({
      title: await describeClientConflict(api, initialClient),
      advice: 'Введенное на месте. Проверьте и сохраните еще раз.',
    }),
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return { ...form, close };
}
