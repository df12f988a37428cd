import { Stack, Text } from '@mantine/core';
import { type BankDocument, bankStatementRoutes, sumAmounts } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CHANGED_BY_BANK } from './bank-document.ts';

const PAYMENTS = ['выплату', 'выплаты', 'выплат'] as const;
const ROWS = ['строку', 'строки', 'строк'] as const;
const DOCUMENTS = ['документ', 'документа', 'документов'] as const;

const withSum = (documents: readonly BankDocument[], noun: readonly [string, string, string]) =>
  `${formatCount(documents.length, noun)} на ${formatMoney(sumAmounts(documents))}`;

export type Decision = { kind: 'apply' | 'dismiss'; documents: readonly BankDocument[] };

type DecisionDialogProps = {
  statementId: string;
  decision: Decision;
  /** Number of documents of the table that are not selected. */
  restCount: number;
  /** Called after the decision with the reasons of refused documents. */
  onDone: (refusals: readonly string[]) => void;
  /** Returns dismissed documents for a check. */
  onUndo: (documents: readonly BankDocument[]) => void;
  onClose: () => void;
};

/** Confirms a decision about the selected documents with their number, sum and exceptions, and reports the result. */
export const DecisionDialog = (props: DecisionDialogProps) =>
  props.decision.kind === 'apply' ? <ApplyDialog {...props} /> : <DismissDialog {...props} />;

function ApplyDialog({ statementId, decision, restCount, onDone, onClose }: DecisionDialogProps) {
  const { mutate, isPending, error } = useApiMutation(
    bankStatementRoutes.applyBankDocuments,
    CHANGED_BY_BANK,
  );
  const { documents } = decision;
  const clear = documents.filter(({ payment }) => payment !== null);
  const unclear = documents.filter(({ payment }) => payment === null);
  // Returns are not payments to mark: the texts then count rows.
  const hasReturns = documents.some(({ is_return }) => is_return);
  const send = () =>
    mutate(
      { params: { id: statementId }, body: { documents: documents.map(({ id }) => id) } },
      {
        onSuccess: ({ applied, refused }) => {
          onDone(refused.map(({ detail }) => detail));
          onClose();
          const accepted = documents.filter(({ id }) => refused.every((refusal) => refusal.id !== id));
          if (applied > 0)
            void toast.success(
              hasReturns
                ? { title: 'Строки засчитаны', description: `Засчитано: ${withSum(accepted, ROWS)}` }
                : { title: 'Выплаты отмечены', description: `Отмечено: ${withSum(accepted, PAYMENTS)}` },
            );
        },
      },
    );
  return (
    <Confirm
      isOpen
      title={hasReturns ? `Засчитать ${withSum(clear, ROWS)}?` : `Отметить ${withSum(clear, PAYMENTS)}?`}
      confirmLabel={hasReturns ? 'Засчитать' : 'Отметить'}
      isBusy={isPending}
      isReady={clear.length > 0}
      failure={error && explainError(error, 'Выплаты не отмечены').alert}
      onConfirm={send}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>
          {hasReturns
            ? 'Переводы и возвраты из документов засчитаем этим выплатам.'
            : 'Переводы из документов засчитаем этим выплатам.'}
        </Text>
        {unclear.length > 0 && (
          <Text>{`Без выплаты: ${withSum(unclear, DOCUMENTS)}. Останутся на проверке: выберите для них выплаты.`}</Text>
        )}
        {restCount > 0 && <Text c="dimmed">{`Не выбрано: ${formatCount(restCount, DOCUMENTS)}.`}</Text>}
      </Stack>
    </Confirm>
  );
}

function DismissDialog({ statementId, decision, restCount, onDone, onUndo, onClose }: DecisionDialogProps) {
  const { mutate, isPending, error } = useApiMutation(
    bankStatementRoutes.dismissBankDocuments,
    CHANGED_BY_BANK,
  );
  const { documents } = decision;
  const send = () =>
    mutate(
      { params: { id: statementId }, body: { documents: documents.map(({ id }) => id) } },
      {
        onSuccess: () => {
          onDone([]);
          onClose();
          void toast.success({
            title: 'Это не выплаты',
            description: withSum(documents, DOCUMENTS),
            onUndo: () => onUndo(documents),
          });
        },
      },
    );
  return (
    <Confirm
      isOpen
      title={`Это не выплаты: ${withSum(documents, DOCUMENTS)}?`}
      confirmLabel="Это не выплаты"
      isDangerous
      isBusy={isPending}
      failure={error && explainError(error, 'Документы не изменены').alert}
      onConfirm={send}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>
          Документы уйдут в раздел «Не выплаты», выплаты не изменятся. Оттуда документ можно вернуть на
          проверку.
        </Text>
        {restCount > 0 && <Text c="dimmed">{`Не выбрано: ${formatCount(restCount, DOCUMENTS)}.`}</Text>}
      </Stack>
    </Confirm>
  );
}
