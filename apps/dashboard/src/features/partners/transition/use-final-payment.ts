import { homeRoutes, type Partner, partnerRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import { useActionKey } from '../../../shared/api/action-key.ts';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { toast } from '../../../shared/ui/toast/toast.ts';

const STALE = [paymentRoutes.payments, partnerRoutes.partners, homeRoutes.homeTasks];

/** Creates the final payment of a blocked or archived partner: all available money, without the minimum amount. */
export function useFinalPayment({ id: partner }: Pick<Partner, 'id'>) {
  const { mutate, isPending } = useWrite(paymentRoutes.createPayment, STALE);
  const { keyOf, happened } = useActionKey();
  const form = (onSettled?: () => void) => {
    const body = { partner, is_final: true };
    mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onSuccess: ({ number, amount_kop }) => {
          happened();
          void toast.success({
            title: 'Финальная выплата сформирована',
            description: `${number}, ${formatMoney(amount_kop)}: черновик в выплатах`,
          });
        },
        onError: (error) => {
          const { title, advice } = errorSentence(error, 'Финальная выплата не сформирована');
          void toast.error({ title, description: advice || 'Повторите в карточке партнера' });
        },
        ...(onSettled && { onSettled }),
      },
    );
  };
  return { form, isPending };
}
