import { closedMonthRoutes } from '@referral-dashboard/api-contract';
import { monthInWords } from '@/shared/period/month.ts';
import { ConfirmCall } from '@/shared/ui/dialog/confirm-call.tsx';

type CloseMonthDialogProps = { month: string; onClose: () => void };

/** Asks for confirmation before a month and all earlier ones are closed. */
export default function CloseMonthDialog({ month, onClose }: CloseMonthDialogProps) {
  return (
    <ConfirmCall
      route={closedMonthRoutes.closeMonth}
      input={{ body: { month } }}
      stale={[closedMonthRoutes.closedMonths]}
      title="Закрыть месяц?"
      confirmLabel="Закрыть"
      name={`По ${monthInWords(month)} включительно`}
      successTitle="Месяц закрыт"
      failureTitle="Месяц не закрыт"
      onClose={onClose}
    >
      Выплаты, акты и балансы этих месяцев больше не изменятся. Сначала сформируйте акты: за закрытый месяц их
      не сформировать.
    </ConfirmCall>
  );
}
