import { Alert, Anchor, Button, Group, List, Text, Title } from '@mantine/core';
import {
  type BankDocument,
  type BankMatch,
  type BankStatement,
  bankStatementRoutes,
  computeTransfer,
} from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import classes from '@/entities/payment/payment.module.css';
import { paymentUrl } from '@/entities/payment/payment.ts';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { type RecordColumn, Records } from '@/shared/ui/records.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CHANGED_BY_BANK, useBankDocuments } from './bank-document.ts';
import { type Decision, DecisionDialog } from './decision-dialog.tsx';
import { AMOUNT_COLUMN, createDocumentColumn } from './document-columns.tsx';

const ChoosePaymentsDialog = lazy(() => import('./choose-payments-dialog.tsx'));

const TEXTS: Record<BankMatch, { title: string; label: string }> = {
  exact: { title: 'Сходятся с выплатами', label: 'Документы, которые сходятся' },
  doubtful: { title: 'Нужно проверить', label: 'Сомнительные документы' },
};
const PAYMENTS = ['выплату', 'выплаты', 'выплат'] as const;
const DOCUMENTS = ['документ', 'документа', 'документов'] as const;
const ROWS = ['строку', 'строки', 'строк'] as const;

/** Unprocessed documents with one match type. Exact matches are selected initially, doubtful matches are not. */
export function BankDocuments({ statement, match }: { statement: BankStatement; match: BankMatch }) {
  const { id } = statement;
  const { params } = useAddress();
  const [cursor, setCursor] = useState<string>();
  const read = useBankDocuments(id, { match: [match], state: ['proposed'] }, cursor);
  /** Ids of documents whose initial selection was toggled. */
  const [toggledIds, setToggledIds] = useState<ReadonlySet<string>>(new Set());
  const restore = useApiMutation(bankStatementRoutes.restoreBankDocuments, CHANGED_BY_BANK);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [choosing, setChoosing] = useState<BankDocument | null>(null);
  if (statement[match].count === 0 && refusals.length === 0) return null;

  const documents = read.data?.results ?? [];
  const isSelected = (document: BankDocument) => (match === 'exact') !== toggledIds.has(document.id);
  const selected = documents.filter(isSelected);
  // Returns are not payments to mark: the button then counts rows.
  const hasReturns = selected.some(({ is_return }) => is_return);
  const toggle = ({ id: documentId }: BankDocument) =>
    setToggledIds((before) => {
      const next = new Set(before);
      if (!next.delete(documentId)) next.add(documentId);
      return next;
    });
  const handleUndo = (dismissed: readonly BankDocument[]) =>
    restore.mutate(
      { params: { id }, body: { documents: dismissed.map((document) => document.id) } },
      {
        onSuccess: () =>
          void toast.success({
            title: 'Возвращено на проверку',
            description: formatCount(dismissed.length, DOCUMENTS),
          }),
        onError: (error) => showErrorToast(error, 'Документы не возвращены'),
      },
    );
  const handleDone = (reasons: readonly string[]) => {
    setRefusals(reasons);
    setToggledIds(new Set());
  };
  const columns: readonly RecordColumn<BankDocument>[] = [
    createDocumentColumn({ isSelected, onToggle: toggle }),
    {
      label: 'Выплата',
      cell: (row) => {
        const { payment } = row;
        return payment ? (
          <>
            <Anchor component={Link} to={paymentUrl(params, payment.id)}>
              {payment.number}
            </Anchor>
            <Text size="xs" c="dimmed">
              {payment.partner.name}, {formatMoney(computeTransfer(payment))}
            </Text>
          </>
        ) : (
          <UnclearPayment document={row} onChoose={() => setChoosing(row)} />
        );
      },
    },
    AMOUNT_COLUMN,
  ];
  return (
    <section className={classes['panel']} aria-label={TEXTS[match].title}>
      <Group justify="space-between">
        <Title order={2}>{TEXTS[match].title}</Title>
        {documents.length > 0 && (
          <Group gap="xs">
            <Button
              variant={match === 'exact' ? 'filled' : 'default'}
              disabled={selected.length === 0}
              onClick={() => setDecision({ kind: 'apply', documents: selected })}
            >
              {selected.length === 0
                ? 'Ничего не выбрано'
                : hasReturns
                  ? `Засчитать ${formatCount(selected.length, ROWS)}`
                  : `Отметить ${formatCount(selected.length, PAYMENTS)}`}
            </Button>
            <Button
              variant="subtle"
              color="red"
              disabled={selected.length === 0}
              onClick={() => setDecision({ kind: 'dismiss', documents: selected })}
            >
              Это не выплаты
            </Button>
          </Group>
        )}
      </Group>
      {refusals.length > 0 && (
        <Alert role="alert" color="red" title="Отмечены не все">
          <List size="sm">
            {[...new Set(refusals)].map((detail) => (
              <List.Item key={detail}>{detail}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Records
        label={TEXTS[match].label}
        columns={columns}
        read={read}
        onPageChange={setCursor}
        emptyText="Обо всех уже решено."
      />
      {decision && (
        <DecisionDialog
          statementId={id}
          decision={decision}
          restCount={statement[match].count - decision.documents.length}
          onDone={handleDone}
          onUndo={handleUndo}
          onClose={() => setDecision(null)}
        />
      )}
      <Suspense fallback={null}>
        {choosing && (
          <ChoosePaymentsDialog statementId={id} document={choosing} onClose={() => setChoosing(null)} />
        )}
      </Suspense>
    </section>
  );
}

/** Cell of a document whose payment is unclear, with a button that opens the choice. */
const UnclearPayment = ({ document, onChoose }: { document: BankDocument; onChoose: () => void }) => (
  <>
    <Text>Неясно какая</Text>
    {document.candidates.length > 0 && (
      <Button
        size="compact-sm"
        variant="default"
        onClick={onChoose}
        aria-label={`Выбрать выплаты документа ${document.number}`}
      >
        Выбрать
      </Button>
    )}
  </>
);
