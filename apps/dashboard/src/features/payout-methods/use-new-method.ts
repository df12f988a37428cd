import { paymentRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../shared/api/use-write.ts';
import { useContractForm } from '../../shared/form/use-contract-form.ts';
import { toast } from '../../shared/ui/toast/toast.ts';
import { CHANGED_BY_METHODS, type MethodValues, sentences } from './method-fields.ts';

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

/** The form of a new way to pay a partner. The contract reads the fields of its kind alone; none is kept as a draft. */
export function useNewMethod(id: string, onCreated: () => void) {
  const { mutateAsync } = useWrite(paymentRoutes.createPayoutMethod, CHANGED_BY_METHODS);
  return useContractForm({
    schema: paymentRoutes.createPayoutMethod.body,
    saved: BLANK,
    sentences,
    isCheckedOnBlur: true,
    failed: 'Реквизиты не добавлены',
    send: async (body) => {
      const method = await mutateAsync({ params: { id }, body });
      onCreated();
      void toast.success({ title: 'Реквизиты добавлены', description: method.label });
    },
  });
}
