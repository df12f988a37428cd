import { Button } from '@mantine/core';
import { type WaitingSale, waitingSaleRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CLIENT_DEPENDENT_ROUTES } from '../client.ts';

type MergeButtonProps = { sale: WaitingSale; payment: NonNullable<WaitingSale['same_payment']> };

/** Removes a waiting sale that is the payment of a deal, so that it does not count twice. */
export function MergeButton({ sale, payment }: MergeButtonProps) {
  const { mutate, isPending } = useApiMutation(waitingSaleRoutes.mergeWaitingSale, CLIENT_DEPENDENT_ROUTES);
  const merge = () =>
    mutate(
      { params: { id: sale.id }, body: { sale: payment.id } },
      {
        onSuccess: () =>
          void toast.success({
            title: 'Продажа уже учтена в сделке',
            description: `${payment.number}, ${formatMoney(sale.amount_kop)}`,
          }),
        onError: (error) => showErrorToast(error, 'Продажа не отмечена'),
      },
    );
  return (
    <Button loading={isPending} onClick={merge}>
      Да, та же продажа
    </Button>
  );
}
