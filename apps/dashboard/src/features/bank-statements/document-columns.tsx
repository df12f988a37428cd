import { Checkbox } from '@mantine/core';
import type { BankDocument } from '@referral-dashboard/api-contract';
import { formatMoney } from '@/shared/format/money.ts';
import type { RecordColumn } from '@/shared/ui/records.tsx';
import { DocumentSummary } from './document-summary.tsx';

type Selection = {
  isSelected: (document: BankDocument) => boolean;
  onToggle: (document: BankDocument) => void;
};

/** Column with a bank document and a checkbox that selects it. */
export const createDocumentColumn = ({ isSelected, onToggle }: Selection): RecordColumn<BankDocument> => ({
  label: 'В банке',
  cell: (document) => (
    <Checkbox
      aria-label={`Выбрать: документ ${document.number} на ${formatMoney(document.amount_kop)}`}
      checked={isSelected(document)}
      onChange={() => onToggle(document)}
      label={<DocumentSummary document={document} />}
    />
  ),
});

export const AMOUNT_COLUMN: RecordColumn<BankDocument> = {
  label: 'Сумма',
  cell: ({ amount_kop }) => formatMoney(amount_kop),
  isNumeric: true,
};
