import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack, Text, Textarea } from '@mantine/core';
import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { MoneyField } from '../../../shared/ui/form/money-field.tsx';
import { reasonsOf } from '../lead.ts';
import { RewardPreview } from './reward-preview.tsx';
import { effectOf, type Move } from './transitions.ts';
import type { Given } from './use-lead-transition.ts';
import { useMoveForm } from './use-transition-form.ts';

type MoveDialogProps = {
  move: Move;
  /** Where the lead is; `null` for many. */
  from: LeadStatus | null;
  /** What is moved: «Л-1042 Иван» or «12 лидов». */
  subject: string;
  lead?: Lead;
  onMove: (given: Given) => Promise<void>;
  onClose: () => void;
};

/** What a move asks for before it is made: a reason, a comment, the sum of the deal. */
export default function MoveDialog({ move, from, subject, lead, onMove, onClose }: MoveDialogProps) {
  const { form, send, close, failure, isSending } = useMoveForm(move, from, lead, onMove, onClose);
  const reasons = reasonsOf(move.to);
  const effect = effectOf(move.to, from);
  return (
    <FormDialog
      title={`${move.label}: ${subject}`}
      verb={move.label}
      isDangerous={move.isRefusal}
      isSending={isSending}
      failure={failure}
      onSend={send}
      onClose={close}
    >
      {effect && <Text c="dimmed">{effect}</Text>}
      {reasons.length > 0 && (
        <Radio.Group label="Причина" {...form.getInputProps('reason_code')}>
          <Stack gap="xs" mt="xs">
            {reasons.map(([code, name]) => (
              <Radio key={code} value={code} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {move.to === 'won' && (
        <MoneyField label="Сумма сделки" data-autofocus {...form.getInputProps('deal_amount_kop')} />
      )}
      {lead && move.to === 'won' && (
        <RewardPreview lead={lead} dealAmountKop={form.getValues().deal_amount_kop} />
      )}
      {move.to !== 'won' && (
        <Textarea
          label={reasons.length > 0 ? 'Комментарий' : 'Почему лид возвращается в работу'}
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('reason_comment')}
        />
      )}
    </FormDialog>
  );
}
