import { paymentRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CHANGED_BY_METHODS, type MethodValues, messages } from './method-fields.ts';

const BLANK: MethodValues = {
  kind: 'sbp',
  phone: '',
  bank: '',
  last4: '',
  bik: '',
  account: '',
  corr_account: '',
  kpp: '',
};

/** Form state of a new payout method. The contract validates only the fields of the chosen kind. Requisites are not saved in drafts. */
export function useCreateMethodForm(
  id: string,
  initial: Pick<MethodValues, 'kind' | 'phone'>,
  onCreated: () => void,
) {
  const { mutateAsync } = useApiMutation(paymentRoutes.createPayoutMethod, CHANGED_BY_METHODS);
  return useContractForm({
    schema: paymentRoutes.createPayoutMethod.body,
    saved: { ...BLANK, ...initial },
    messages,
    isCheckedOnBlur: true,
    failureTitle: 'Реквизиты не добавлены',
    send: async (body) => {
      const method = await mutateAsync({ params: { id }, body });
      onCreated();
      void toast.success({ title: 'Реквизиты добавлены', description: method.label });
    },
  });
}
