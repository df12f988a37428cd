import { Button, Group, Title } from '@mantine/core';
import { type BankDocument, type BankStatement, bankStatementRoutes } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import classes from '@/entities/payment/payment.module.css';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { ActionError } from '@/shared/ui/form/action-error.tsx';
import { Records } from '@/shared/ui/records.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { CHANGED_BY_BANK, useBankDocuments } from './bank-document.ts';
import { AMOUNT_COLUMN, createDocumentColumn } from './document-columns.tsx';

const DOCUMENTS = ['документ', 'документа', 'документов'] as const;

/** Documents that a user declared to be no payments. The decision can be withdrawn. */
export function DismissedDocuments({ statement: { id, dismissed } }: { statement: BankStatement }) {
  const [cursor, setCursor] = useState<string>();
  const read = useBankDocuments(id, { state: ['dismissed'] }, cursor);
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const { mutate, isPending } = useApiMutation(bankStatementRoutes.restoreBankDocuments, CHANGED_BY_BANK);
  if (dismissed.count === 0) return null;
  const documents = (read.data?.results ?? [])
    .map((document) => document.id)
    .filter((one) => selectedIds.includes(one));
  const handleRestore = () => {
    setFailure(null);
    mutate(
      { params: { id }, body: { documents } },
      {
        onSuccess: () => {
          setSelectedIds([]);
          void toast.success({
            title: 'Возвращено на проверку',
            description: formatCount(documents.length, DOCUMENTS),
          });
        },
        onError: (error) => setFailure(explainError(error, 'Документы не возвращены').alert),
      },
    );
  };
  const toggle = ({ id: documentId }: BankDocument) =>
    setSelectedIds((before) =>
      before.includes(documentId) ? before.filter((one) => one !== documentId) : [...before, documentId],
    );
  const columns = [
    createDocumentColumn({ isSelected: (document) => selectedIds.includes(document.id), onToggle: toggle }),
    AMOUNT_COLUMN,
  ];
  return (
    <section className={classes['panel']} aria-label="Не выплаты">
      <Group justify="space-between">
        <Title order={2}>Не выплаты</Title>
        <Button
          variant="default"
          disabled={documents.length === 0}
          loading={isPending}
          onClick={handleRestore}
        >
          Вернуть на проверку
        </Button>
      </Group>
      <ActionError failure={failure} />
      <Records
        label="Пропущенные документы"
        columns={columns}
        read={read}
        onPageChange={setCursor}
        emptyText="Все документы возвращены на проверку."
      />
    </section>
  );
}
