import { Text } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import type { FormEvent } from 'react';
import RejectDialog from '../../../entities/application/reject-dialog.tsx';
import { useWrite } from '../../../shared/api/use-write.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ReasonField, useReason } from '../../../shared/ui/form/fields/reason-field.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { nameOf } from '../partner.ts';
import { StoppedByTransition } from './stopped-by-transition.tsx';
import { type PartnerTransition, transitionRoutes } from './transitions.ts';

type TransitionDialogProps = { partner: Partner; transition: PartnerTransition; onClose: () => void };

/** Tells the effect of a transition before it is made, and asks for a reason where one is needed. */
export default function TransitionDialog({ partner, transition, onClose }: TransitionDialogProps) {
  const { mutate, isPending, error } = useWrite(transitionRoutes[transition.word], [partnerRoutes.partners]);
  const { reason, check, failure, field, forget } = useReason(
    `partner:${partner.id}:${transition.word}`,
    error,
  );
  if (transition.word === 'reject')
    return (
      <RejectDialog
        partner={nameOf(partner)}
        effect={transition.effect}
        draft={`partner:${partner.id}`}
        isSending={isPending}
        error={error}
        onClose={onClose}
        onReject={(words, onDone) =>
          mutate(
            { params: { id: partner.id }, body: { ...words, version: partner.version } },
            {
              onSuccess: () => {
                onDone();
                void toast.success({ title: transition.done, description: nameOf(partner) });
              },
            },
          )
        }
      />
    );
  const close = () => {
    forget();
    onClose();
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if ((transition.needsReason && !check()) || isPending) return;
    mutate(
      { params: { id: partner.id }, body: { reason, version: partner.version } },
      {
        onSuccess: () => {
          close();
          void toast.success({ title: transition.done, description: nameOf(partner) });
        },
      },
    );
  };
  return (
    <FormDialog
      title={transition.question}
      verb={transition.label}
      isDangerous={transition.isRefusal}
      isSending={isPending}
      failure={failure}
      onSend={send}
      onClose={close}
    >
      <Text fw={600}>{nameOf(partner)}</Text>
      <Text>
        {transition.stops && <StoppedByTransition partner={partner} />}
        {transition.effect}
      </Text>
      {transition.needsReason && <ReasonField readBy="team" {...field} />}
    </FormDialog>
  );
}
