import { partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { INCOMPLETE_MOBILE } from '@referral-dashboard/api-contract/phone-messages';
import type { ResponseOf } from '@/shared/api/call.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import {
  EMPTY_VALUES,
  getPartnerErrors,
  PARTNER_MESSAGES,
  type PartnerValues,
  toBody,
} from './partner-values.ts';

export type CreatedPartner = ResponseOf<typeof partnerRoutes.createPartner>;
export type NewPartnerValues = PartnerValues & {
  phone: string;
  /** Empty if no program is selected. */
  program: string;
};

/** `program` is the initially selected program. */
export function useCreatePartnerForm(program: string, onCreated: (partner: CreatedPartner) => void) {
  const { mutateAsync } = useApiMutation(partnerRoutes.createPartner, [
    partnerRoutes.partners,
    programRoutes.programs,
  ]);
  const contractForm = useContractForm({
    schema: partnerRoutes.createPartner.body,
    saved: { ...EMPTY_VALUES, phone: '', program } satisfies NewPartnerValues,
    toBody: ({ phone, program, ...values }) => ({ ...toBody(values), phone, program: program || null }),
    messages: { ...PARTNER_MESSAGES, phone: INCOMPLETE_MOBILE },
    rules: getPartnerErrors,
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
