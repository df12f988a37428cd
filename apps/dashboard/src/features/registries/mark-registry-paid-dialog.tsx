import { Text } from '@mantine/core';
import { computeTransfer, registryRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { BankEventDialog } from '@/entities/payment/bank/bank-event-dialog.tsx';
import { TransferFields } from '@/entities/payment/bank/transfer-fields.tsx';
import { createBlankTransfer, TRANSFER_MESSAGES } from '@/entities/payment/bank/transfer-values.ts';
import { CHANGED_BY_MONEY, PAYMENT_NOUN } from '@/entities/payment/payment.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useIdempotencyKey } from '@/shared/api/use-idempotency-key.ts';
import { useContractForm } from '@/shared/form/use-contract-form.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import type { RegistryDetails } from './registry.ts';

/** Dialog that marks all pending transfers of a registry as paid, with one date and number. */
export default function MarkRegistryPaidDialog({
  registry,
  onClose,
}: {
  registry: RegistryDetails;
  onClose: () => void;
}) {
  const dates = useDates();
  const { id, number, version, lines } = registry;
  const { mutateAsync } = useApiMutation(registryRoutes.markRegistryPaid, CHANGED_BY_MONEY);
  const payments = `${formatCount(lines.open.count, PAYMENT_NOUN)} на ${formatMoney(computeTransfer(lines.open))}`;
  const [initialVersion] = useState(version);
  const [blank] = useState(() => createBlankTransfer(dates));
  const { getKey } = useIdempotencyKey();
  const contractForm = useContractForm({
    schema: registryRoutes.markRegistryPaid.body,
    saved: blank,
    toBody: (values) => ({ ...values, version: initialVersion }),
    messages: TRANSFER_MESSAGES,
    draft: `registry-paid:${id}`,
    failureTitle: 'Выплаты не отмечены',
    send: async (body) => {
      await mutateAsync({ params: { id }, body, idempotencyKey: getKey(body) });
      contractForm.discardDraft();
      onClose();
      void toast.success({ title: 'Выплаты отмечены', description: `Реестр ${number}: ${payments}` });
    },
  });
  return (
    <BankEventDialog
      title="Отметить выплаченными"
      submitLabel="Отметить выплаченными"
      contractForm={contractForm}
      onClose={onClose}
    >
      <Text>
        Все, что ждет банка: {payments}. Если какой-то перевод не прошел, сначала отметьте это на странице
        выплаты.
      </Text>
      <TransferFields
        form={contractForm.form}
        numberHint="Номер реестра или операции в банке, один на все выплаты"
      />
    </BankEventDialog>
  );
}
