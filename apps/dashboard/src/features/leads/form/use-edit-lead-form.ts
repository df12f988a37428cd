import { eachLeadField, type Lead, leadRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApi } from '@/shared/api/use-api.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getChangedValues } from '@/shared/form/changes.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { getLeadDraftKey, LEAD_DEPENDENT_ROUTES } from '../lead.ts';
import { describeConflict } from '../transition/use-lead-transition.ts';

const toValues = ({ deal_amount_kop, ...lead }: Lead) => ({
  ...eachLeadField((field) => lead[field]),
  deal_amount_kop,
});

/** Edit form of a lead. On a version conflict the input is kept and can be saved again. */
export function useEditLeadForm(lead: Lead, onDone: () => void) {
  const dates = useDates();
  const api = useApi();
  const { mutateAsync } = useApiMutation(leadRoutes.updateLead, LEAD_DEPENDENT_ROUTES);
  // Only fields changed by the user are sent, so that concurrent edits of other fields are kept.
  const [initialValues] = useState(() => toValues(lead));
  return useContractForm({
    schema: leadRoutes.updateLead.body,
    saved: initialValues,
    toBody: (values, savedValues) => ({ ...getChangedValues(savedValues, values), version: lead.version }),
    messages: {
      name: ({ name }, message) => (name.trim().length < 2 ? 'Введите имя, хотя бы две буквы' : message),
    },
    draft: getLeadDraftKey(lead),
    failureTitle: 'Лид не изменен',
    send: async (body) => {
      if (Object.keys(body).length > 1) {
        await mutateAsync({ params: { id: lead.id }, body });
        void toast.success({ title: 'Лид изменен', description: `${lead.number} сохранен` });
      }
      onDone();
    },
    onConflict: async () => ({
      title: await describeConflict(api, lead, dates),
      advice: 'Введенное на месте. Проверьте и сохраните еще раз.',
    }),
  });
}
