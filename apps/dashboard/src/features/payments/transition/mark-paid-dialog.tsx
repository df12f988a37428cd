import { Text } from '@mantine/core';
import { computeUntransferred, type Payment } from '@referral-dashboard/api-contract';
import { BankEventDialog } from '@/entities/payment/bank/bank-event-dialog.tsx';
import { TransferFields } from '@/entities/payment/bank/transfer-fields.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { useMarkPaidForm } from './use-mark-paid-form.ts';

type MarkPaidDialogProps = {
  payment: Payment;
  onDone: () => void;
  onConflict: (error: Error) => void;
  onClose: () => void;
};

/** Form for the date and number of a completed transfer. */
export default function MarkPaidDialog({ payment, onDone, onConflict, onClose }: MarkPaidDialogProps) {
  const contractForm = useMarkPaidForm(payment, onDone, onConflict);
  return (
    <BankEventDialog
      title="Отметить выплаченной"
      submitLabel="Отметить выплаченной"
      contractForm={contractForm}
      onClose={onClose}
    >
      <Text>
        {payment.partner.name}, {formatMoney(computeUntransferred(payment))}.{' '}
        {payment.status === 'canceled'
          ? 'Начисления этой выплаты оплатит новая, если они еще доступны. Иначе перевод станет долгом партнера.'
          : 'Ошибку потом исправит только отметка «Банк вернул деньги».'}
      </Text>
      <TransferFields form={contractForm.form} numberHint="Номер платежного поручения или операции в банке" />
    </BankEventDialog>
  );
}
