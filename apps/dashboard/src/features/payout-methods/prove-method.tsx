import { type PayoutMethod, paymentRoutes } from '@referral-dashboard/api-contract';
import { useAuth } from '@referral-dashboard/react-auth';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { CODE_MESSAGES, CodeDialog } from '@/shared/ui/dialog/code-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CHANGED_BY_METHODS } from './method-fields.ts';

type ProveMethodProps = { method: PayoutMethod; onClose: () => void };

/** Confirms the first payout method by a code sent to the partner's phone. A confirmed method can be paid to immediately. */
export default function ProveMethod({ method: { id, label }, onClose }: ProveMethodProps) {
  const { user } = useAuth();
  const { mutateAsync } = useApiMutation(paymentRoutes.provePayoutMethod, CHANGED_BY_METHODS);
  const { form, submit, failure, isSending } = useContractForm({
    schema: paymentRoutes.provePayoutMethod.body,
    saved: { code: '' },
    messages: CODE_MESSAGES,
    failureTitle: 'Реквизиты не подтверждены',
    send: async (body) => {
      await mutateAsync({ params: { id }, body });
      onClose();
      void toast.success({ title: 'Реквизиты подтверждены', description: 'Выплаты можно отправлять сразу' });
    },
  });
  return (
    <CodeDialog
      title="Подтвердить реквизиты"
      form={form}
      sentTo={formatPhone(user?.['phone'])}
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {label}.
    </CodeDialog>
  );
}
