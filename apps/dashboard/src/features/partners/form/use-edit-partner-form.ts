import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useRef } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { getChangedValues } from '@/shared/form/changes.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { getPartnerName } from '../partner.ts';
import { getPartnerErrors, PARTNER_MESSAGES, toBody, toValues } from './partner-values.ts';

const CONFLICT_MESSAGE = {
  title: 'Карточку успел изменить кто-то другой',
  advice: 'Ваши правки на месте, остальные поля показаны как сохранены. Проверьте и сохраните еще раз.',
};

/** Edit form of a partner. If another user changes the card, edited fields are kept and the others are updated. */
export function useEditPartnerForm(partner: Partner) {
  const { mutateAsync } = useApiMutation(partnerRoutes.updatePartner, [partnerRoutes.partners]);
  /** Version of the last save. `partner` can be older until it is refetched. */
  const version = useRef(partner.version);
  const contractForm = useContractForm({
    schema: partnerRoutes.updatePartner.body,
    saved: toValues(partner),
    toBody: (values, savedValues) => ({
      ...getChangedValues(savedValues, toBody(values)),
      version: Math.max(version.current, partner.version),
    }),
    messages: PARTNER_MESSAGES,
    rules: getPartnerErrors,
    isCheckedOnBlur: true,
    draft: `partner:${partner.id}`,
    secretFields: ['inn'],
    failureTitle: 'Карточка не сохранена',
    send: async (body) => {
      const savedPartner = await mutateAsync({ params: { id: partner.id }, body });
      version.current = savedPartner.version;
      contractForm.markSaved(toValues(savedPartner));
      void toast.success({ title: 'Карточка сохранена', description: getPartnerName(savedPartner) });
    },
    onConflict: () => CONFLICT_MESSAGE,
  });
  return contractForm;
}
