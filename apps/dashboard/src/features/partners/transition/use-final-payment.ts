import { homeRoutes, type Partner, partnerRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

const STALE_ROUTES = [paymentRoutes.payments, partnerRoutes.partners, homeRoutes.homeTasks];

/** Creates the final payment of a blocked or archived partner: all available money, without the minimum amount. */
export function useFinalPayment({ id: partner }: Pick<Partner, 'id'>) {
  const { mutate, isPending } = useApiMutation(paymentRoutes.createPayment, STALE_ROUTES);
  const { getKey, reset } = useIdempotencyKey();
  const createFinalPayment = (onSettled?: () => void) => {
    const body = { partner, is_final: true };
    mutate(
      { body, idempotencyKey: getKey(body) },
      {
        onSuccess: ({ number, amount_kop }) => {
          reset();
          void toast.success({
            title: 'Финальная выплата сформирована',
            description: `${number}, ${formatMoney(amount_kop)}: черновик в выплатах`,
          });
        },
        onError: (error) =>
          showErrorToast(error, 'Финальная выплата не сформирована', 'Повторите в карточке партнера'),
        ...(onSettled && { onSettled }),
      },
    );
  };
  return { createFinalPayment, isPending };
}
