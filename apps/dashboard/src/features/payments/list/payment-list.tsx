import { Button } from '@mantine/core';
import { type Payment, paymentRoutes, type Role } from '@referral-dashboard/api-contract';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { getCounterpartyName, paymentUrl } from '@/entities/payment/payment.ts';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { Status } from '@/entities/status/status.tsx';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { Column, ListDefinition } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell, MomentCell, TwoLines } from '@/shared/list/table/cell.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { paths } from '@/shared/paths.ts';
import { OPEN_PAYMENT_STATES, paymentFilters, paymentTabs } from './payment-filters.ts';
import { PaymentsBulk } from './payments-bulk.tsx';

const paidOn = ({ paid_on }: Payment) => (paid_on === null ? '' : formatDate(paid_on));

const columnsFor = (role: Role): Column<Payment>[] => [
  {
    name: 'number',
    label: role === 'organization' ? 'Выплата' : 'Организация',
    ordering: 'number',
    priority: 1,
    cell: (payment) => <Cell second={payment.number}>{getCounterpartyName(role, payment)}</Cell>,
  },
  {
    name: 'status',
    label: 'Статус',
    priority: 1,
    width: 8.5,
    cell: ({ status }) => <Status kind="payment" state={status} />,
  },
  {
    name: 'accruals',
    label: 'Начислений',
    isNumeric: true,
    priority: 4,
    width: 6.5,
    // A canceled or returned payment has released its accruals and keeps its amount.
    cell: ({ accruals }) => accruals || '—',
  },
  {
    name: 'method',
    label: 'Куда',
    priority: 3,
    width: 14,
    isFlexible: true,
    cell: ({ method }) => <TwoLines>{method === null ? '—' : formatMethod(method.label)}</TwoLines>,
  },
  {
    name: 'created',
    label: 'Создана',
    ordering: 'created_at',
    width: 7,
    cell: ({ created_at }) => <MomentCell at={created_at} />,
  },
  { name: 'paid', label: 'Выплачена', priority: 4, width: 7, cell: paidOn },
  {
    name: 'marked',
    label: 'Отмечена',
    isOptional: true,
    priority: 4,
    width: 7,
    cell: ({ paid_at }) => paid_at && <MomentCell at={paid_at} />,
  },
  {
    name: 'amount',
    label: 'Сумма',
    ordering: 'amount_kop',
    isNumeric: true,
    priority: 1,
    width: 8,
    cell: (payment) => (
      <Cell second={payment.tax_kop > 0 && `НДФЛ ${formatMoney(payment.tax_kop)}`}>
        {formatMoney(payment.amount_kop)}
      </Cell>
    ),
  },
];

/**
 * Definition of the payment list. The columns depend on the role.
 *
 * @param buildHref returns the URL of a payment.
 */
const paymentList = (role: Role, buildHref: (id: string) => string): ListDefinition<Payment> => ({
  name: 'payments',
  noun: ['выплата', 'выплаты', 'выплат'],
  page: paymentRoutes.payments,
  counts: paymentRoutes.paymentCounts,
  export: paymentRoutes.exportPayments,
  totalLabel: 'Итого',
  tabs: paymentTabs,
  ...(role === 'organization' && { openingStates: OPEN_PAYMENT_STATES }),
  columns: columnsFor(role),
  filters: paymentFilters(role),
  search: role === 'organization' ? 'Партнер или номер' : 'Номер',
  label: ({ number, partner }) => `${number} ${partner.name}`,
  href: ({ id }) => buildHref(id),
  hasTallCards: true,
  card: (payment, { formatDay }) => ({
    title: getCounterpartyName(role, payment),
    figure: formatMoney(payment.amount_kop),
    note: [payment.number, payment.method && formatMethod(payment.method.label)].filter(Boolean).join(' · '),
    status: <Status kind="payment" state={payment.status} />,
    time: paidOn(payment) || formatDay(payment.created_at),
  }),
  emptyState: {
    title: 'Выплат пока нет',
    advice:
      role === 'organization'
        ? 'Сформируйте первую на вкладке «К выплате», когда у начислений закончится удержание'
        : 'Первая появится, когда начисления станут доступны и вы запросите выплату',
    action: (
      <Button component={Link} to={paths.payments} variant="default">
        {role === 'organization' ? 'К выплате' : 'Баланс'}
      </Button>
    ),
  },
});

/** List of payments. A row opens the page of the payment. */
export function PaymentList({ viewer, header }: { viewer: Role; header: ReactNode }) {
  const { params } = useAddress();
  const definition = useMemo(() => paymentList(viewer, (id) => paymentUrl(params, id)), [viewer, params]);
  return (
    <List
      key="payments"
      definition={definition}
      header={header}
      {...(viewer === 'organization' && { bulk: PaymentsBulk })}
    />
  );
}
