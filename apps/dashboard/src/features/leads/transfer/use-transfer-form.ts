import { type Lead, leadRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { LEAD_DEPENDENT_ROUTES } from '../lead.ts';
import { describeConflict } from '../transition/use-lead-transition.ts';

const EMPTY_VALUES = { partner: null as string | null, reason: '' };

/** Draft key of the transfer form. */
export const getTransferDraftKey = ({ id }: Pick<Lead, 'id'>) => `lead-transfer:${id}`;

export function useTransferForm(lead: Lead, onClose: () => void) {
  const dates = useDates();
  const api = useApi();
  const { mutateAsync } = useApiMutation(leadRoutes.transferLead, LEAD_DEPENDENT_ROUTES);
  const [initialValues] = useState(EMPTY_VALUES);
  const { discardDraft, ...form } = useContractForm({
    schema: leadRoutes.transferLead.body,
    saved: initialValues,
    toBody: (values) => ({ ...values, version: lead.version }),
    messages: { partner: 'Выберите партнера', reason: 'Укажите причину' },
    draft: getTransferDraftKey(lead),
    failureTitle: 'Лид не передан',
    send: async (body) => {
      const updatedLead = await mutateAsync({ params: { id: lead.id }, body });
      close();
      void toast.success({
        title: 'Лид передан',
        description: `${updatedLead.number} теперь у партнера ${updatedLead.partner?.name ?? ''}`,
      });
    },
    onConflict: async () => ({
      title: await describeConflict(api, lead, dates),
      advice: 'Введенное на месте. Проверьте и передайте еще раз.',
    }),
  });
  const close = () => {
    discardDraft();
    onClose();
  };
  return { ...form, close };
}
