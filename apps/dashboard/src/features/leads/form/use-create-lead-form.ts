import { eachLeadField, leadRoutes } from '@referral-dashboard/api-contract';
import { INCOMPLETE_PHONE } from '@referral-dashboard/api-contract/phone-messages';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { type AnyLead, LEAD_DEPENDENT_ROUTES, NEW_LEAD_DRAFT_KEY } from '../lead.ts';

const EMPTY_VALUES = {
  program: null as string | null,
  partner: null as string | null,
  phone: '',
  ...eachLeadField(() => ''),
};
export type NewLeadValues = typeof EMPTY_VALUES;

/** Omits `partner` if no partner is selected. The server then assigns the lead to the signed-in partner, if any. */
const toBody = ({ partner, ...lead }: NewLeadValues) => (partner === null ? lead : { ...lead, partner });

/** Form of a new lead, with a preselected program or null. */
export function useCreateLeadForm(program: string | null, onCreated: (lead: AnyLead) => void) {
  const { mutateAsync } = useApiMutation(leadRoutes.createLead, LEAD_DEPENDENT_ROUTES);
  return useContractForm({
    schema: leadRoutes.createLead.body,
    saved: { ...EMPTY_VALUES, program },
    toBody,
    messages: {
      program: 'Выберите программу',
      name: ({ name }, message) => (name.trim().length < 2 ? 'Введите имя, хотя бы две буквы' : message),
      phone: INCOMPLETE_PHONE,
    },
    isCheckedOnBlur: true,
    draft: NEW_LEAD_DRAFT_KEY,
    failureTitle: 'Лид не добавлен',
    send: async (body) => onCreated(await mutateAsync({ body })),
  });
}
