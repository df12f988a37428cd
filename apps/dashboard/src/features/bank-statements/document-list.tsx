import { bankDocumentRoutes, type ListedBankDocument } from '@referral-dashboard/api-contract';
import { type ReactNode, useMemo } from 'react';
import { useListWithUpload } from '@/entities/payment/bank/statement-upload.tsx';
import { statementUrl } from '@/entities/payment/payment.ts';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { Status } from '@/entities/status/status.tsx';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { type Column, type ListDefinition, periodFilter } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell, MomentCell } from '@/shared/list/table/cell.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';

const formatPayments = ({ payments }: ListedBankDocument) => payments.map(({ number }) => number).join(', ');

const formatNumber = ({ number, is_return }: ListedBankDocument) =>
  `${is_return ? 'Возврат банком, ' : ''}№ ${number}`;

const columns: readonly Column<ListedBankDocument>[] = [
  {
    name: 'payee',
    label: 'Получатель',
    priority: 1,
    cell: (document) => (
      <Cell second={formatNumber(document)}>{formatMethod(document.payee) || 'Без имени'}</Cell>
    ),
  },
  {
    name: 'status',
    label: 'Решение',
    priority: 1,
    width: 12,
    cell: ({ state, notes }) => (
      <Cell second={notes.length > 0 && 'Есть замечание'}>
        <Status kind="bank_document" state={state} />
      </Cell>
    ),
  },
  { name: 'payments', label: 'Выплаты', priority: 2, width: 7, cell: formatPayments },
  {
    name: 'day',
    label: 'Дата в банке',
    ordering: 'day',
    priority: 1,
    width: 8,
    cell: ({ day }) => formatDate(day),
  },
  {
    name: 'decided',
    label: 'Отмечен',
    priority: 3,
    width: 9,
    cell: ({ decided_at }) => decided_at && <MomentCell at={decided_at} />,
  },
  {
    name: 'author',
    label: 'Кто отметил',
    priority: 4,
    width: 10,
    cell: ({ decided_by }) => decided_by ?? '—',
  },
  {
    name: 'statement',
    label: 'Выписка банка',
    isOptional: true,
    priority: 4,
    width: 10,
    cell: ({ statement, uploaded_at }, { formatDay }) => (
      <Cell second={formatDay(uploaded_at)}>{statement.name}</Cell>
    ),
  },
  {
    name: 'amount',
    label: 'Сумма',
    ordering: 'amount_kop',
    isNumeric: true,
    priority: 1,
    width: 9,
    cell: ({ amount_kop }) => formatMoney(amount_kop),
  },
];

const documentList = (buildHref: (statement: string) => string): ListDefinition<ListedBankDocument> => ({
  name: 'bank-documents',
  noun: ['документ', 'документа', 'документов'],
  page: bankDocumentRoutes.listedBankDocuments,
  counts: bankDocumentRoutes.bankDocumentCounts,
  export: bankDocumentRoutes.exportBankDocuments,
  tabs: [
    { label: 'Нужно решить', states: ['proposed'], empty: 'Обо всех документах уже решено' },
    { label: 'Учтены', states: ['applied'], empty: 'Учтенных документов пока нет' },
    { label: 'Не выплаты', states: ['dismissed'], empty: 'Таких документов нет' },
  ],
  openingStates: ['proposed'],
  columns,
  filters: [
    periodFilter('day', 'Дата в банке'),
    periodFilter('decided', 'Отмечен'),
    {
      kind: 'choice',
      name: 'kind',
      label: 'Вид',
      options: [
        { value: 'debit', label: 'Списание' },
        { value: 'return', label: 'Возврат' },
      ],
    },
  ],
  search: 'Партнер, номер документа или выплаты',
  label: (document) => `${formatNumber(document)}, ${document.payee}`,
  href: ({ statement }) => buildHref(statement.id),
  card: (document) => ({
    title: formatMethod(document.payee) || 'Без имени',
    figure: formatMoney(document.amount_kop),
    note: [formatNumber(document), formatPayments(document)].filter(Boolean).join(' · '),
    status: <Status kind="bank_document" state={document.state} />,
    time: formatDate(document.day),
  }),
  emptyState: {
    title: 'Документов банка пока нет',
    advice: 'Загрузите выписку из банка: здесь появятся списания и возвраты, похожие на выплаты партнерам',
  },
});

/** List of the documents of all bank statements. A row opens the page of its statement. */
export default function DocumentList({ header }: { header: ReactNode }) {
  const { params } = useAddress();
  const definition = useMemo(() => documentList((id) => statementUrl(params, id)), [params]);
  const upload = useListWithUpload(header);
  if (!useIsPermitted('listedBankDocuments'))
    return (
      <Page width="list">
        {header}
        <NotPermittedNotice>Документы банка видят владельцы и бухгалтеры.</NotPermittedNotice>
      </Page>
    );
  return <List key="bank-documents" definition={definition} {...upload} />;
}
