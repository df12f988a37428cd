import { Button } from '@mantine/core';
import { receiptRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatCount } from '@/shared/format/count.ts';
import { toast } from '@/shared/ui/toast/toast.ts';

const PARTNER_NOUN = ['партнеру', 'партнерам', 'партнерам'] as const;

/** Sends a reminder to all partners with missing receipts. */
export function RemindAllButton() {
  const { mutate, isPending } = useApiMutation(receiptRoutes.remindReceipts, [receiptRoutes.receipts]);
  const remind = () =>
    mutate(
      {},
      {
        onSuccess: ({ reminded }) =>
          void toast.success(
            reminded > 0
              ? { title: 'Напоминания отправлены', description: formatCount(reminded, PARTNER_NOUN) }
              : { title: 'Напоминать некому', description: 'Сегодня всем, кто должен чек, уже напомнили' },
          ),
        onError: (error) => showErrorToast(error, 'Напоминания не отправлены'),
      },
    );
  return (
    <Button onClick={remind} loading={isPending}>
      Напомнить всем
    </Button>
  );
}
