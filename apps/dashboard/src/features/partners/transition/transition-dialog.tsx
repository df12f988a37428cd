import { Checkbox, Text } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { type FormEvent, useState } from 'react';
import RejectDialog from '../../../entities/application/reject-dialog.tsx';
import { useIsPermitted } from '../../../shared/api/permissions.tsx';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { ReasonField, useReasonField } from '../../../shared/ui/form/fields/reason-field.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { nameOf } from '../partner.ts';
import { StoppedByTransition } from './stopped-by-transition.tsx';
import { type PartnerTransition, transitionRoutes } from './transitions.ts';
import { useFinalPayment } from './use-final-payment.ts';

type TransitionDialogProps = { partner: Partner; transition: PartnerTransition; onClose: () => void };

/** Confirmation of a transition with its effect. Offers a final payment and asks for a reason if they apply. */
export default function TransitionDialog({ partner, transition, onClose }: TransitionDialogProps) {
  const { mutate, isPending, error } = useApiMutation(transitionRoutes[transition.word], [
    partnerRoutes.partners,
  ]);
  const { reason, validate, failure, field, discardDraft } = useReasonField(
    `partner:${partner.id}:${transition.word}`,
    error,
  );
  const final = useFinalPayment(partner);
  const isSending = isPending || final.isPending;
  const formsPayments = useIsPermitted('createPayment');
  const due_kop = transition.stops ? partner.balance.available_kop : 0;
  const [wantsPayment, setWantsPayment] = useState(transition.word === 'archive');
  const isPaid = wantsPayment && formsPayments && due_kop > 0;
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
    discardDraft();
    onClose();
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if ((transition.needsReason && !validate()) || isSending) return;
    mutate(
      { params: { id: partner.id }, body: { reason, version: partner.version } },
      {
        onSuccess: () => {
          void toast.success({ title: transition.done, description: nameOf(partner) });
          if (isPaid) final.form(close);
          else close();
        },
      },
    );
  };
  return (
    <FormDialog
      title={transition.question}
      submitLabel={transition.label}
      isDangerous={transition.isRefusal}
      isSending={isSending}
      failure={failure}
      onSubmit={send}
      onClose={close}
    >
      <Text fw={600}>{nameOf(partner)}</Text>
      <Text>
        {transition.stops && <StoppedByTransition partner={partner} />}
        {transition.effect}
      </Text>
      {due_kop > 0 && formsPayments && (
        <Checkbox
          label={`Сформировать финальную выплату на ${formatMoney(due_kop)}`}
          description="Черновик появится в выплатах. Минимальная выплата не учитывается"
          checked={wantsPayment}
          onChange={({ currentTarget }) => setWantsPayment(currentTarget.checked)}
        />
      )}
      {due_kop > 0 && !formsPayments && (
        <Text>Финальную выплату сформирует владелец или бухгалтер: она появится в их задачах.</Text>
      )}
      {transition.needsReason && <ReasonField visibleTo="team" {...field} />}
    </FormDialog>
  );
}
