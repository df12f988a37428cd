import { partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '../../../shared/api/call.ts';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { BLANK, bodyOf, type PartnerValues, partnerRules, partnerSentences } from './partner-values.ts';

export type CreatedPartner = ResponseOf<typeof partnerRoutes.createPartner>;
export type NewPartnerValues = PartnerValues & {
  phone: string;
  /** Empty if no program is selected. */
  program: string;
};

/** `program` is the initially selected program. */
export function useNewPartner(program: string, onCreated: (partner: CreatedPartner) => void) {
  const { mutateAsync } = useApiMutation(partnerRoutes.createPartner, [
    partnerRoutes.partners,
    programRoutes.programs,
  ]);
  const contractForm = useContractForm({
    schema: partnerRoutes.createPartner.body,
    saved: { ...BLANK, phone: '', program } satisfies NewPartnerValues,
    bodyOf: ({ phone, program, ...typed }) => ({ ...bodyOf(typed), phone, program: program || null }),
    messages: { ...partnerSentences, phone: 'Введите мобильный номер полностью: +7 и 10 цифр' },
    rules: partnerRules,
    isCheckedOnBlur: true,
    draft: 'partner',
    secretFields: ['inn'],
    failureTitle: 'Партнер не добавлен',
    send: async (body) => {
      const partner = await mutateAsync({ body });
      contractForm.discardDraft();
      onCreated(partner);
    },
  });
  return contractForm;
}
