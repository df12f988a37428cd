import { Text } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import type { FormEvent } from 'react';
import { useWrite } from '../../../shared/api/use-write.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ReasonField, useReason } from '../../../shared/ui/form/reason-field.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { nameOf } from '../partner.ts';
import { StoppedByMove } from './stopped-by-transition.tsx';
import { moveRoutes, type PartnerMove } from './transitions.ts';

type PartnerMoveDialogProps = { partner: Partner; move: PartnerMove; onClose: () => void };

/** Says what a move does before it is made, and asks for the reason where one is due. */
export default function PartnerMoveDialog({ partner, move, onClose }: PartnerMoveDialogProps) {
  const { mutate, isPending, error } = useWrite(moveRoutes[move.word], [partnerRoutes.partners]);
  const { reason, check, failure, field, forget } = useReason(`partner:${partner.id}:${move.word}`, error);
  const close = () => {
    forget();
    onClose();
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if ((move.needsReason && !check()) || isPending) return;
    mutate(
      { params: { id: partner.id }, body: { reason, version: partner.version } },
      {
        onSuccess: () => {
          close();
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
      failure={failure}
      onSend={send}
      onClose={close}
    >
      <Text fw={600}>{nameOf(partner)}</Text>
      <Text>
        {move.stops && <StoppedByMove partner={partner} />}
        {move.effect}
      </Text>
      {move.needsReason && <ReasonField description="Останется в карточке партнера" {...field} />}
    </FormDialog>
  );
}
