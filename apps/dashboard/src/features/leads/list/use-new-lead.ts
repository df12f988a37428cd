import { eachLeadField, leadRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { type AnyLead, CHANGED_BY_LEADS, NEW_LEAD } from '../lead.ts';

const BLANK = {
  program: null as string | null,
  partner: null as string | null,
  phone: '',
  ...eachLeadField(() => ''),
};
export type NewLeadValues = typeof BLANK;

/** Omits `partner` if no partner is selected. The server then assigns the lead to the signed-in partner, if any. */
const bodyOf = ({ partner, ...lead }: NewLeadValues) => (partner === null ? lead : { ...lead, partner });

export function useNewLead(onCreated: (lead: AnyLead) => void) {
  const { mutateAsync } = useWrite(leadRoutes.createLead, CHANGED_BY_LEADS);
  return useContractForm({
    schema: leadRoutes.createLead.body,
    saved: BLANK,
    bodyOf,
    sentences: {
      program: 'Выберите программу',
      name: ({ name }, told) => (name.trim().length < 2 ? 'Введите имя, хотя бы две буквы' : told),
      phone: 'Введите номер полностью: +7 и 10 цифр',
    },
    isCheckedOnBlur: true,
    draft: NEW_LEAD,
    failed: 'Лид не добавлен',
    send: async (body) => onCreated(await mutateAsync({ body })),
  });
}
