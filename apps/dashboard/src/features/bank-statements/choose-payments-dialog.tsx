import { Checkbox, Stack, Text } from '@mantine/core';
import {
  type BankDocument,
  bankStatementRoutes,
  computeUntransferred,
  type Payment,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CHANGED_BY_BANK } from './bank-document.ts';
import { DocumentSummary } from './document-summary.tsx';

const TEXTS = {
  transfer: {
    title: 'Какие выплаты оплатил документ',
    submit: 'Засчитать перевод',
    success: 'Перевод засчитан',
    failure: 'Выплаты не отмечены',
    rest: 'Лишнее станет долгом партнера последней выбранной выплаты.',
  },
  return: {
    title: 'Какие выплаты вернул банк',
    submit: 'Засчитать возврат',
    success: 'Возврат засчитан',
    failure: 'Возврат не засчитан',
    rest: 'Лишнее не засчитаем: о нем появится задача на главной.',
  },
} as const;

/** Amount of a payment that a document can settle: the untransferred rest, or the transferred sum for a return. */
const getAmount = ({ is_return }: BankDocument, payment: Payment) =>
  is_return ? payment.transferred_kop : computeUntransferred(payment);
const sumOf = (document: BankDocument, payments: readonly Payment[]) =>
  payments.reduce((sum, payment) => sum + getAmount(document, payment), 0);

type ChoosePaymentsDialogProps = { statementId: string; document: BankDocument; onClose: () => void };

/** Dialog that states which payments a bank document paid or returned. When the sums of all candidates add up to the document, they are preselected. */
export default function ChoosePaymentsDialog({ statementId, document, onClose }: ChoosePaymentsDialogProps) {
  const { id, is_return, amount_kop, candidates } = document;
  const texts = is_return ? TEXTS.return : TEXTS.transfer;
  const { mutate, isPending } = useApiMutation(bankStatementRoutes.applyBankDocuments, CHANGED_BY_BANK);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>(() =>
    sumOf(document, candidates) === amount_kop ? candidates.map((payment) => payment.id) : [],
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
          if (refusal) return setFailure({ title: texts.failure, advice: refusal.detail });
          onClose();
          void toast.success({ title: texts.success, description: `Документ ${document.number}` });
        },
        onError: (error) => setFailure(explainError(error, texts.failure).alert),
      },
    );
  };
  return (
    <FormDialog
      title={texts.title}
      submitLabel={texts.submit}
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
            label={`${payment.number} ${payment.partner.name}, ${formatMoney(getAmount(document, payment))}`}
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
        В документе {formatMoney(amount_kop)}, выбрано на {formatMoney(sumOf(document, selected))}.{' '}
        {texts.rest}
      </Text>
    </FormDialog>
  );
}
