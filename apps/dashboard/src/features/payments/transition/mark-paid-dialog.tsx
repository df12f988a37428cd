import { Text } from '@mantine/core';
import { computeUntransferred, type Payment } from '@referral-dashboard/api-contract';
import { TransferFields } from '@/entities/payment/transfer-fields.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useMarkPaidForm } from './use-mark-paid-form.ts';

type MarkPaidDialogProps = {
  payment: Payment;
  onDone: () => void;
  onConflict: (error: Error) => void;
  onClose: () => void;
};

/** Form for the date and number of a completed transfer. */
export default function MarkPaidDialog({ payment, onDone, onConflict, onClose }: MarkPaidDialogProps) {
  const { form, submit, discardDraft, failure, isSending } = useMarkPaidForm(payment, onDone, onConflict);
  return (
    <FormDialog
      title="Отметить выплаченной"
      submitLabel="Отметить выплаченной"
      isSending={isSending}
      isCancelLocked
      failure={failure}
      onSubmit={submit}
      onClose={() => {
        discardDraft();
        onClose();
      }}
    >
      <Text>
        {payment.partner.name}, {formatMoney(computeUntransferred(payment))}.{' '}
        {payment.status === 'canceled'
          ? 'Начисления этой выплаты оплатит новая, если они еще доступны. Иначе перевод станет долгом партнера.'
          : 'После отметки выплату уже не изменить.'}
      </Text>
      <TransferFields form={form} numberHint="Номер платежного поручения или операции в банке" />
    </FormDialog>
  );
}
