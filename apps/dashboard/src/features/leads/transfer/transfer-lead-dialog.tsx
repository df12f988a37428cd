import { Select, Text } from '@mantine/core';
import { isLive, type Lead } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { formatMoney } from '@/shared/format/money.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { ReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { useOtherPartners, useTransferForm } from './use-transfer-form.ts';

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
  const [search, setSearch] = useState('');
  const { options, isPending, error, refetch } = useOtherPartners(lead, search);
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
      {error ? (
        <PartProblem error={error} title="Партнеры не загрузились" onRetry={() => void refetch()} />
      ) : (
        <Select
          label="Кому"
          description="Партнеры, которые участвуют в программе лида"
          placeholder="Выберите партнера"
          searchable
          data-autofocus
          data={options}
          onSearchChange={setSearch}
          filter={({ options: partners }) => partners}
          nothingFoundMessage={isPending ? 'Загружаем' : 'В программе нет других партнеров'}
          {...form.getInputProps('partner')}
        />
      )}
      <Text>{describeTransferEffect(lead)}</Text>
      <ReasonField data-autofocus={false} visibleTo="team" onTextChange={onChange} {...reasonProps} />
    </FormDialog>
  );
}
