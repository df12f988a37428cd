import { Radio, Stack, Text, Textarea } from '@mantine/core';
import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '@/shared/ui/form/fields/money-field.tsx';
import { VISIBILITY_HINTS } from '@/shared/visibility-hints.ts';
import { getReasons } from '../lead.ts';
import { RewardPreview } from './reward-preview.tsx';
import { describeEffect, getWonReward, type Transition } from './transitions.ts';
import type { TransitionDetails } from './use-lead-transition.ts';
import { useTransitionForm } from './use-transition-form.ts';

type TransitionDialogProps = {
  transition: Transition;
  /** Null for a bulk transition. */
  from: LeadStatus | null;
  /** Example: «Л-1042 Иван» or «12 лидов». */
  subject: string;
  lead?: Lead;
  /** Effect of a bulk transition on rewards. */
  children?: ReactNode;
  onSend: (details: TransitionDetails) => Promise<void>;
  onClose: () => void;
};

/** Cases in which a deal adds a reward. */
const EARNING: readonly ReturnType<typeof getWonReward>[] = ['qualified', 'deal'];

/** Dialog for the details that a transition requires: reason, comment or deal amount. */
export default function TransitionDialog({
  transition,
  from,
  subject,
  lead,
  children,
  onSend,
  onClose,
}: TransitionDialogProps) {
  const { form, submit, close, failure, isSending } = useTransitionForm(
    transition,
    from,
    lead,
    onSend,
    onClose,
  );
  const reasons = getReasons(transition.to);
  const effect = describeEffect(transition.to, from, lead);
  return (
    <FormDialog
      title={`${transition.label}: ${subject}`}
      submitLabel={transition.label}
      isDangerous={transition.isRefusal}
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={close}
    >
      {effect && <Text>{effect}</Text>}
      {children}
      {reasons.length > 0 && (
        <Radio.Group label="Причина" description="Партнер увидит ее" {...form.getInputProps('reason_code')}>
          <Stack gap="xs" mt="xs">
            {reasons.map(([code, name]) => (
              <Radio key={code} value={code} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {transition.to === 'won' && (
        <MoneyField label="Сумма сделки" data-autofocus {...form.getInputProps('deal_amount_kop')} />
      )}
      {lead && transition.to === 'won' && EARNING.includes(getWonReward(lead)) && (
        <RewardPreview lead={lead} dealAmountKop={form.getValues().deal_amount_kop} />
      )}
      {transition.to !== 'won' && (
        <Textarea
          label={reasons.length > 0 ? 'Комментарий' : 'Почему лид возвращается в работу'}
          description={VISIBILITY_HINTS.team}
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('reason_comment')}
        />
      )}
    </FormDialog>
  );
}
