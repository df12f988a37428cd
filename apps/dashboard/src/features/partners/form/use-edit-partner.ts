import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useRef } from 'react';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { changesOf } from '../../../shared/form/changes.ts';
import { useContractForm } from '../../../shared/form/use-contract-form.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { nameOf } from '../partner.ts';
import { bodyOf, partnerRules, partnerSentences, valuesOf } from './partner-values.ts';

const OVERTAKEN = {
  title: 'Карточку успел изменить кто-то другой',
  advice: 'Ваши правки на месте, остальные поля показаны как сохранены. Проверьте и сохраните еще раз.',
};

/** Edit form of a partner. If another user changes the card, edited fields are kept and the others are updated. */
export function useEditPartner(partner: Partner) {
  const { mutateAsync } = useApiMutation(partnerRoutes.updatePartner, [partnerRoutes.partners]);
  /** Version of the last save. `partner` can be older until it is refetched. */
  const version = useRef(partner.version);
  const contractForm = useContractForm({
    schema: partnerRoutes.updatePartner.body,
    saved: valuesOf(partner),
    bodyOf: (typed, saved) => ({
      ...changesOf(saved, bodyOf(typed)),
      version: Math.max(version.current, partner.version),
    }),
    messages: partnerSentences,
    rules: partnerRules,
    isCheckedOnBlur: true,
    draft: `partner:${partner.id}`,
    secretFields: ['inn'],
    failureTitle: 'Карточка не сохранена',
    send: async (body) => {
      const now = await mutateAsync({ params: { id: partner.id }, body });
      version.current = now.version;
      contractForm.markSaved(valuesOf(now));
      void toast.success({ title: 'Карточка сохранена', description: nameOf(now) });
    },
    onConflict: () => OVERTAKEN,
  });
  return contractForm;
}
