import { accrualRoutes } from '@referral-dashboard/api-contract';
import { CHANGED_BY_MONEY, NEW_ACCRUAL_DRAFT } from '@/entities/payment/payment.ts';
import { isRetryable } from '@/shared/api/failure.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

const BLANK = {
  partner: null as string | null,
  kind: 'bonus' as 'bonus' | 'correction',
  amount_kop: null as number | null,
  program: null as string | null,
  explanation: '',
};
export type NewAccrualValues = typeof BLANK;

export function useCreateAccrualForm(onDone: () => void) {
  const { mutateAsync } = useApiMutation(accrualRoutes.createAccrual, CHANGED_BY_MONEY);
  const { getKey } = useIdempotencyKey();
  const contractForm = useContractForm({
    schema: accrualRoutes.createAccrual.body,
    saved: BLANK,
    // An amount of zero is sent as null, so that it is reported as missing.
    toBody: ({ amount_kop, ...values }) => ({ ...values, amount_kop: amount_kop || null }),
    messages: {
      partner: 'Выберите партнера',
      amount_kop: ({ amount_kop, kind }, message) => {
        if (!amount_kop) return 'Введите сумму';
        return kind === 'bonus' && amount_kop < 0
          ? 'Бонус не может быть отрицательным: добавьте поправку'
          : message;
      },
      explanation: ({ explanation }, message) =>
        explanation.trim() === '' ? 'Объясните партнеру, за что эта сумма' : message,
    },
    draft: NEW_ACCRUAL_DRAFT,
    failureTitle: 'Начисление не создано',
    send: async (body) => {
      const { number } = await mutateAsync({ body, idempotencyKey: getKey(body) });
      onDone();
      void toast.success({ title: 'Начисление создано', description: `${number} доступно к выплате` });
    },
    onError: (error) => {
      // The request may have succeeded. Deleting the draft prevents a resend with a new idempotency key after a reload.
      if (isRetryable(error)) contractForm.discardDraft();
    },
  });
  return contractForm;
}
