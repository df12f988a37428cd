import { partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import type { AnswerOf } from '../../../shared/api/call.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { BLANK, bodyOf, type PartnerValues, partnerRules, partnerSentences } from './partner-values.ts';

export type CreatedPartner = AnswerOf<typeof partnerRoutes.createPartner>;
export type NewPartnerValues = PartnerValues & {
  phone: string;
  /** Empty if no program is selected. */
  program: string;
};

/** `program` is the initially selected program. */
export function useNewPartner(program: string, onCreated: (partner: CreatedPartner) => void) {
  const { mutateAsync } = useWrite(partnerRoutes.createPartner, [
    partnerRoutes.partners,
    programRoutes.programs,
  ]);
  const contractForm = useContractForm({
    schema: partnerRoutes.createPartner.body,
    saved: { ...BLANK, phone: '', program } satisfies NewPartnerValues,
    bodyOf: ({ phone, program, ...typed }) => ({ ...bodyOf(typed), phone, program: program || null }),
    sentences: { ...partnerSentences, phone: 'Введите мобильный номер полностью: +7 и 10 цифр' },
    rules: partnerRules,
    isCheckedOnBlur: true,
    draft: 'partner',
    secret: ['inn'],
    failed: 'Партнер не добавлен',
    send: async (body) => {
      const partner = await mutateAsync({ body });
      contractForm.forget();
      onCreated(partner);
    },
  });
  return contractForm;
}
