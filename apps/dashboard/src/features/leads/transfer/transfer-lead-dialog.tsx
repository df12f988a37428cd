import { Text } from '@mantine/core';
import { isLive, type Lead } from '@referral-dashboard/api-contract';
import { OtherPartnerField } from '@/entities/reference/other-partner-field.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { ReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { useTransferForm } from './use-transfer-form.ts';

/** Describes the effect of a transfer on the reward of the lead. */
export function describeTransferEffect({ partner, earned_by, reward, status }: Lead): string {
  if (partner === null)
    return status === 'qualified' || status === 'won'
      ? 'Вознаграждение по условиям программы начислится новому партнеру сразу.'
      : 'Вознаграждение за этот лид получит новый партнер.';
  if (reward)
    return `Начисленное останется у партнера ${(earned_by ?? partner).name}: ${formatMoney(reward.amount_kop)}. Следующие начисления получит новый партнер.`;
  return isLive(status)
    ? 'Пока ничего не начислено: вознаграждение получит новый партнер.'
    : 'Если лид вернется в работу, вознаграждение получит новый партнер.';
}

/** Dialog for transferring a lead to another partner of the same program. */
export default function TransferLeadDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { form, submit, failure, isSending, close } = useTransferForm(lead, onClose);
  const { onChange, ...reasonProps } = form.getInputProps('reason');
  return (
    <FormDialog
      title={`Передать лид ${lead.number}`}
      label="Передать лид"
      submitLabel="Передать"
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={close}
    >
      <OtherPartnerField
        program={lead.program}
        partner={lead.partner}
        description="Партнеры, которые участвуют в программе лида"
        {...form.getInputProps('partner')}
      />
      <Text>{describeTransferEffect(lead)}</Text>
      <ReasonField data-autofocus={false} visibleTo="team" onTextChange={onChange} {...reasonProps} />
    </FormDialog>
  );
}
