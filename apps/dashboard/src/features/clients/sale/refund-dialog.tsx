import { Text } from '@mantine/core';
import type { Sale } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { SaleFields } from './sale-fields.tsx';
import { useRefundForm } from './use-refund-form.ts';

/** Describes the effect of a refund on the reward. */
export function describeRefundEffect({ reward_kop }: Sale, isWhole: boolean): string {
  if (reward_kop === 0) return 'Вознаграждения за эту продажу нет, поэтому оно не изменится.';
  const reward = formatMoney(reward_kop);
  return isWhole
    ? `Вознаграждение ${reward} отменится. Если его уже выплатили, вычтем из следующих выплат.`
    : `Вознаграждение ${reward} уменьшится на ту же долю. Если его уже выплатили, разницу вычтем из следующих выплат.`;
}

/** Dialog for recording money that was returned to the client. */
export default function RefundDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { form, submit, failure, isSending, close, refundableKop } = useRefundForm(sale, onClose);
  const { amount_kop } = form.getValues();
  return (
    <FormDialog
      title={`Возврат по продаже ${sale.number}`}
      label="Возврат"
      submitLabel="Записать возврат"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={close}
    >
      <Text>
        {sale.refunded_kop > 0
          ? `Уже вернули ${formatMoney(sale.refunded_kop)}, осталось ${formatMoney(refundableKop)}.`
          : `Можно вернуть до ${formatMoney(refundableKop)}.`}{' '}
        {describeRefundEffect(sale, (amount_kop ?? 0) >= refundableKop)}
      </Text>
      <SaleFields form={form} labels={{ amount: 'Сколько вернули', date: 'Дата возврата' }} />
    </FormDialog>
  );
}
