import { Anchor, Button, Text } from '@mantine/core';
import {
  RECEIPT_DUE,
  type Receipt,
  type ReceiptStatus,
  receiptRoutes,
} from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { getPartnerFilters } from '@/entities/reference/filters.ts';
import { Status } from '@/entities/status/status.tsx';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { type Column, type ListDefinition, periodFilter } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell } from '@/shared/list/table/cell.tsx';
import { paths } from '@/shared/paths.ts';
import { NotPermittedNotice } from '@/shared/ui/page/not-permitted-notice.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { RemindButton } from './remind-button.tsx';
import { TaxStatusChecks } from './tax-status-checks.tsx';

/** Whether the partner need not give the receipt any more. */
const isDone = (status: ReceiptStatus) => ['received', 'to_annul', 'closed'].includes(status);

const LateText = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="var(--mantine-color-error)" fw={600}>
    {children}
  </Text>
);

function DueDate({ receipt: { due_on, is_late, status } }: { receipt: Receipt }) {
  if (isDone(status))
    return (
      <Text c="dimmed" size="sm">
        —
      </Text>
    );
  return is_late ? (
    <Cell second={<LateText>Срок прошел</LateText>}>
      <LateText>{formatDate(due_on)}</LateText>
    </Cell>
  ) : (
    formatDate(due_on)
  );
}

const columns: readonly Column<Receipt>[] = [
  {
    name: 'partner',
    label: 'Партнер',
    priority: 1,
    cell: ({ partner, payment }) => <Cell second={payment.number}>{partner.name}</Cell>,
  },
  {
    name: 'status',
    label: 'Чек',
    priority: 1,
    width: 8.25,
    isFlexible: true,
    cell: ({ status, problem }) => (
      <Cell second={problem}>
        <Status kind="receipt" state={status} />
      </Cell>
    ),
  },
  {
    name: 'due',
    label: 'Срок',
    ordering: 'due_on',
    priority: 2,
    width: 7,
    cell: (receipt) => <DueDate receipt={receipt} />,
  },
  {
    name: 'number',
    label: 'Номер чека',
    priority: 3,
    width: 10,
    cell: ({ number, url }) =>
      url === '' ? (
        number
      ) : (
        <Anchor href={url} target="_blank" rel="noreferrer">
          {number}
        </Anchor>
      ),
  },
  {
    name: 'reminded',
    label: 'Напоминание',
    priority: 4,
    cell: ({ reminded_on }) => (reminded_on === null ? '' : formatDate(reminded_on)),
  },
  {
    name: 'paid',
    label: 'Дата перевода',
    priority: 4,
    cell: ({ paid_on }) => (paid_on === null ? '' : formatDate(paid_on)),
  },
  {
    name: 'amount',
    label: 'Сумма',
    ordering: 'amount_kop',
    isNumeric: true,
    priority: 1,
    width: 7.5,
    cell: ({ amount_kop }) => formatMoney(amount_kop),
  },
];

const receiptList: ListDefinition<Receipt> = {
  name: 'receipts',
  noun: ['чек', 'чека', 'чеков'],
  page: receiptRoutes.receipts,
  counts: receiptRoutes.receiptCounts,
  export: receiptRoutes.exportReceipts,
  tabs: [
    { label: 'Ожидаются', states: ['awaited'], empty: 'Все чеки присланы' },
    { label: 'Не сходятся', states: ['mismatched'], empty: 'Все присланные чеки сходятся' },
    { label: 'Аннулированы', states: ['annulled'], empty: 'Аннулированных чеков нет' },
    { label: 'Получены', states: ['received'], empty: 'Полученных чеков пока нет' },
    { label: 'Аннулировать', states: ['to_annul'], empty: 'Аннулировать нечего' },
    { label: 'Не нужны', states: ['closed'], empty: 'Банк не возвращал выплат с чеками' },
  ],
  openingStates: ['awaited'],
  columns,
  filters: [
    ...getPartnerFilters('organization'),
    periodFilter('paid', 'Дата перевода'),
    periodFilter('given', 'Чек прислан'),
    {
      kind: 'choice',
      name: 'late',
      label: 'Срок',
      options: [
        { value: 'true', label: 'Прошел' },
        { value: 'false', label: 'Не прошел' },
      ],
    },
  ],
  search: 'Партнер или номер выплаты',
  label: ({ partner, payment }) => `${partner.name}, чек по выплате ${payment.number}`,
  href: ({ payment }) => `${paths.payments}?tab=receipts&payment=${payment.id}`,
  card: (receipt) => ({
    title: receipt.partner.name,
    figure: formatMoney(receipt.amount_kop),
    note: [receipt.payment.number, receipt.problem].filter(Boolean).join(' · '),
    status: <Status kind="receipt" state={receipt.status} />,
    time:
      !isDone(receipt.status) &&
      (receipt.is_late ? (
        <LateText>Срок прошел {formatDate(receipt.due_on)}</LateText>
      ) : (
        `до ${formatDate(receipt.due_on)}`
      )),
  }),
  emptyState: {
    title: 'Чеков пока нет',
    advice: 'Они появятся, когда вы выплатите деньги самозанятому: он должен прислать чек до 9-го числа',
    action: (
      <Button component={Link} to={paths.payments} variant="default">
        К выплате
      </Button>
    ),
  },
};

/** Receipts that self-employed partners owe, with payments and due dates. */
export default function Receipts({ header }: { header: ReactNode }) {
  if (!useIsPermitted('receipts'))
    return (
      <Page width="list">
        {header}
        <NotPermittedNotice>Чеки партнеров видят владельцы, менеджеры и бухгалтеры.</NotPermittedNotice>
      </Page>
    );
  return (
    <List
      key="receipts"
      definition={receiptList}
      header={
        <>
          {header}
          <TaxStatusChecks />
          <Text size="sm" c="dimmed" data-screen-only>
            {RECEIPT_DUE}
          </Text>
        </>
      }
      actions={
        <PermissionGate call="remindReceipts">
          <RemindButton />
        </PermissionGate>
      }
    />
  );
}
