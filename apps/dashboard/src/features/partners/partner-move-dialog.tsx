import { Text, Textarea } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../../shared/api/use-write.ts';
import { fieldErrorsOf } from '../../shared/errors/field-errors.ts';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';
import { nameOf } from './partner.ts';
import { moveRoutes, type PartnerMove } from './partner-moves.ts';
import { StoppedByMove } from './stopped-by-move.tsx';

type PartnerMoveDialogProps = { partner: Partner; move: PartnerMove; onClose: () => void };

/** Says what a move does before it is made, and asks for the reason where one is due. */
export default function PartnerMoveDialog({ partner, move, onClose }: PartnerMoveDialogProps) {
  const { mutate, isPending, error } = useWrite(moveRoutes[move.word], [partnerRoutes.partners]);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { fields, rest } = fieldErrorsOf(error, ['reason']);
  const failure = error && !fields.reason ? errorSentence(error, 'Не получилось') : null;

  const send = (event: FormEvent) => {
    event.preventDefault();
    const isDue = move.needsReason === true && reason.trim() === '';
    setMissing(isDue);
    if (isDue || isPending) return;
    mutate(
      { params: { id: partner.id }, body: { reason, version: partner.version } },
      {
        onSuccess: () => {
          onClose();
          void toast.success({ title: move.done, description: nameOf(partner) });
        },
      },
    );
  };
  return (
    <FormDialog
      title={move.question}
      verb={move.label}
      isDangerous={move.isRefusal}
      isSending={isPending}
      failure={failure && { title: failure.title, advice: rest || failure.advice }}
      onSend={send}
      onClose={onClose}
    >
      <Text fw={600}>{nameOf(partner)}</Text>
      <Text>
        {move.stops && <StoppedByMove partner={partner} />}
        {move.effect}
      </Text>
      {move.needsReason && (
        <Textarea
          label="Причина"
          description="Останется в карточке партнера"
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
          error={isMissing ? 'Укажите причину' : fields.reason}
        />
      )}
    </FormDialog>
  );
}
