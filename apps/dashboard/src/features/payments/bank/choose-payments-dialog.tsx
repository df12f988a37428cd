import { Checkbox, Stack, Text } from '@mantine/core';
import {
  type BankDocument,
  bankStatementRoutes,
  computeUntransferred,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '../../../shared/errors/explain-error.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { CHANGED_BY_BANK } from './bank-document.ts';
import { DocumentSummary } from './document-summary.tsx';

const FAILURE_TITLE = 'Выплаты не отмечены';
const sumOf = (payments: BankDocument['candidates']) =>
  payments.reduce((sum, payment) => sum + computeUntransferred(payment), 0);

type ChoosePaymentsDialogProps = { statementId: string; document: BankDocument; onClose: () => void };

/** Dialog that states which payments a bank document paid. When the sums of all candidates add up to the document, they are preselected. */
export default function ChoosePaymentsDialog({ statementId, document, onClose }: ChoosePaymentsDialogProps) {
  const { id, amount_kop, candidates } = document;
  const { mutate, isPending } = useApiMutation(bankStatementRoutes.applyBankDocuments, CHANGED_BY_BANK);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>(() =>
    sumOf(candidates) === amount_kop ? candidates.map((payment) => payment.id) : [],
  );
  const selected = candidates.filter((payment) => selectedIds.includes(payment.id));
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (selected.length === 0)
      return setFailure({ title: 'Выберите выплату', advice: 'Отметьте хотя бы одну выплату из списка.' });
    setFailure(null);
    mutate(
      {
        params: { id: statementId },
        body: { documents: [id], payments: selected.map((payment) => payment.id) },
      },
      {
        onSuccess: ({ refused: [refusal] }) => {
          if (refusal) return setFailure({ title: FAILURE_TITLE, advice: refusal.detail });
          onClose();
          void toast.success({ title: 'Перевод засчитан', description: `Документ ${document.number}` });
        },
        onError: (error) => setFailure(explainError(error, FAILURE_TITLE).alert),
      },
    );
  };
  return (
    <FormDialog
      title="Какие выплаты оплатил документ"
      submitLabel="Засчитать перевод"
      isSending={isPending}
      isCancelLocked
      failure={failure}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div>
        <DocumentSummary document={document} />
      </div>
      <Stack gap="xs" role="group" aria-label="Выплаты">
        {candidates.map((payment) => (
          <Checkbox
            key={payment.id}
            label={`${payment.number} ${payment.partner.name}, ${formatMoney(computeUntransferred(payment))}`}
            description={stateMachines.payment.labels[payment.status]}
            checked={selectedIds.includes(payment.id)}
            onChange={({ currentTarget: { checked } }) =>
              setSelectedIds((before) =>
                checked ? [...before, payment.id] : before.filter((one) => one !== payment.id),
              )
            }
          />
        ))}
      </Stack>
      <Text c="dimmed">
        В документе {formatMoney(amount_kop)}, выбрано на {formatMoney(sumOf(selected))}. Лишнее станет долгом
        партнера последней выбранной выплаты.
      </Text>
    </FormDialog>
  );
}
