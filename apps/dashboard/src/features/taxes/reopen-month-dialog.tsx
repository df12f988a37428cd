import { closedMonthRoutes } from '@referral-dashboard/api-contract';
import ReasonDialog from '@/entities/payment/reason-dialog.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { monthInWords } from '@/shared/period/month.ts';
import { useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

type ReopenMonthDialogProps = { month: string; onClose: () => void };

/** Opens the last closed month again. The reason is kept in the journal. */
export default function ReopenMonthDialog({ month, onClose }: ReopenMonthDialogProps) {
  const { mutate, isPending, error } = useApiMutation(closedMonthRoutes.reopenMonth, [
    closedMonthRoutes.closedMonths,
  ]);
  const reasonField = useReasonField(`month:${month}:reopen`, error);
  const handleConfirm = () =>
    mutate(
      { body: { month, reason: reasonField.reason } },
      {
        onSuccess: () => {
          reasonField.discardDraft();
          onClose();
          void toast.success({ title: 'Месяц открыт', description: monthInWords(month) });
        },
      },
    );
  return (
    <ReasonDialog
      title={`Открыть ${monthInWords(month)}?`}
      effect="Цифры месяца снова смогут измениться. Сданная отчетность может с ними разойтись."
      submitLabel="Открыть"
      isDangerous
      visibleTo="team"
      isBusy={isPending}
      reasonField={reasonField}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
