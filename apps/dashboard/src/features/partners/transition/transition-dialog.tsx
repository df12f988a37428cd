import { Checkbox, Text } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { type FormEvent, useState } from 'react';
import RejectDialog from '@/entities/application/reject-dialog.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { ReasonField, useReasonField } from '@/shared/ui/form/fields/reason-field.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { getPartnerName } from '../partner.ts';
import { TransitionEffect } from './transition-effect.tsx';
import { type PartnerTransition, TRANSITION_ROUTES } from './transitions.ts';
import { useFinalPayment } from './use-final-payment.ts';

type TransitionDialogProps = { partner: Partner; transition: PartnerTransition; onClose: () => void };

/** Confirmation of a transition with its effect. Offers a final payment and asks for a reason if they apply. */
export default function TransitionDialog({ partner, transition, onClose }: TransitionDialogProps) {
  const { mutate, isPending, error } = useApiMutation(TRANSITION_ROUTES[transition.name], [
    partnerRoutes.partners,
  ]);
  const {
    reason,
    validate,
    failure,
    field: reasonProps,
    discardDraft,
  } = useReasonField(`partner:${partner.id}:${transition.name}`, error);
  const finalPayment = useFinalPayment(partner);
  const isSending = isPending || finalPayment.isPending;
  const canCreatePayment = useIsPermitted('createPayment');
  const dueKop = transition.disablesLinks ? partner.balance.available_kop : 0;
  const [isPaymentRequested, setPaymentRequested] = useState(transition.name === 'archive');
  const isPaymentCreated = isPaymentRequested && canCreatePayment && dueKop > 0;
  if (transition.name === 'reject')
    return (
      <RejectDialog
        partner={getPartnerName(partner)}
        effect={transition.effect}
        draft={`partner:${partner.id}`}
        isSending={isPending}
        error={error}
        onClose={onClose}
        onReject={(details, onDone) =>
          mutate(
            { params: { id: partner.id }, body: { ...details, version: partner.version } },
            {
              onSuccess: () => {
                onDone();
                void toast.success({ title: transition.done, description: getPartnerName(partner) });
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

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if ((transition.needsReason && !validate()) || isSending) return;
    mutate(
      { params: { id: partner.id }, body: { reason, version: partner.version } },
      {
        onSuccess: () => {
          void toast.success({ title: transition.done, description: getPartnerName(partner) });
          if (isPaymentCreated) finalPayment.createFinalPayment(close);
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
      onSubmit={handleSubmit}
      onClose={close}
    >
      <Text fw={600}>{getPartnerName(partner)}</Text>
      <Text>
        {transition.disablesLinks && <TransitionEffect partner={partner} />}
        {transition.effect}
      </Text>
      {dueKop > 0 && canCreatePayment && (
        <Checkbox
          label={`Сформировать финальную выплату на ${formatMoney(dueKop)}`}
          description="Черновик появится в выплатах. Минимальная выплата не учитывается"
          checked={isPaymentRequested}
          onChange={({ currentTarget }) => setPaymentRequested(currentTarget.checked)}
        />
      )}
      {dueKop > 0 && !canCreatePayment && (
        <Text>Финальную выплату сформирует владелец или бухгалтер: она появится в их задачах.</Text>
      )}
      {transition.needsReason && <ReasonField visibleTo="team" {...reasonProps} />}
    </FormDialog>
  );
}
