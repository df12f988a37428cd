import { Button } from '@mantine/core';
import {
  ACCRUAL_KIND_LABELS,
  accrualRoutes,
  type Role,
  shownAccrualStatus,
} from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { getSource } from '@/entities/accrual/source.ts';
import type { AnyAccrual } from '@/entities/payment/payment.ts';
import { Status } from '@/entities/status/status.tsx';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { Column, ListDefinition } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell, TwoLines } from '@/shared/list/table/cell.tsx';
import { paths } from '@/shared/paths.ts';
import { accrualFilters, accrualTabs } from './accrual-filters.ts';
import { formatAccrualSource, formatAccrualTitle } from './accrual-texts.ts';

const AccrualPanel = lazy(() => import('./accrual-panel.tsx'));

const formatDueText = ({ status, hold_until }: AnyAccrual, { formatDay }: Dates) =>
  status === 'hold' && hold_until !== null && `до ${formatDay(hold_until)}`;

/** Columns for an organization, which identifies accruals by partner. */
const organizationColumns: Column<AnyAccrual>[] = [
  {
    name: 'number',
    label: 'Начисление',
    ordering: 'number',
    priority: 1,
    cell: (accrual, _dates, absent) => (
      <Cell second={absent.has('why') ? `${accrual.number} · ${getSource(accrual)}` : accrual.number}>
        {accrual.partner.name}
      </Cell>
    ),
  },
  {
    name: 'why',
    label: 'За что',
    priority: 3,
    width: 17,
    isFlexible: true,
    cell: (accrual) => (
      <Cell second={accrual.program?.name ?? ACCRUAL_KIND_LABELS[accrual.kind]}>
        <TwoLines>{getSource(accrual)}</TwoLines>
      </Cell>
    ),
  },
];

/** Columns for a partner, who identifies accruals by lead. */
const partnerColumns: Column<AnyAccrual>[] = [
  {
    name: 'lead',
    label: 'За что',
    priority: 1,
    cell: (accrual) => (
      <Cell second={<span title={formatAccrualSource(accrual)}>{formatAccrualSource(accrual)}</span>}>
        {formatAccrualTitle(accrual)}
      </Cell>
    ),
  },
  {
    name: 'program',
    label: 'Программа',
    priority: 3,
    width: 14,
    cell: ({ program, organization }) => (
      <Cell second={program && organization.name}>{program?.name ?? organization.name}</Cell>
    ),
  },
  {
    name: 'number',
    label: 'Номер',
    ordering: 'number',
    isOptional: true,
    priority: 4,
    width: 6,
    cell: ({ number }) => number,
  },
];

const columnsFor = (role: Role): Column<AnyAccrual>[] => [
  ...(role === 'organization' ? organizationColumns : partnerColumns),
  {
    name: 'kind',
    label: 'Вид',
    isOptional: true,
    priority: 4,
    width: 9,
    cell: ({ kind }) => ACCRUAL_KIND_LABELS[kind],
  },
  {
    name: 'status',
    label: 'Статус',
    priority: 1,
    width: 11.5,
    cell: (accrual, dates, absent) => (
      <Cell second={formatDueText(accrual, dates) || (absent.has('payment') && accrual.payment?.number)}>
        <Status kind="accrual" state={shownAccrualStatus(accrual)} />
      </Cell>
    ),
  },
  { name: 'payment', label: 'Выплата', priority: 4, width: 6, cell: ({ payment }) => payment?.number ?? '' },
  {
    name: 'created',
    label: 'Начислено',
    ordering: 'created_at',
    priority: 4,
    width: 7,
    cell: ({ created_at }, { formatDay }) => formatDay(created_at),
  },
  {
    name: 'amount',
    label: 'Сумма',
    ordering: 'amount_kop',
    isNumeric: true,
    priority: 1,
    width: 8.5,
    cell: ({ amount_kop }) => formatMoney(amount_kop),
  },
];

/** Definition of the accrual list. The columns depend on the role. */
const accrualList = (role: Role): ListDefinition<AnyAccrual> => ({
  name: 'accruals',
  noun: ['начисление', 'начисления', 'начислений'],
  page: accrualRoutes.accruals,
  counts: accrualRoutes.accrualCounts,
  export: accrualRoutes.exportAccruals,
  tabs: accrualTabs,
  columns: columnsFor(role),
  filters: accrualFilters(role),
  search: role === 'organization' ? 'Партнер или номер' : 'Номер',
  label: (accrual) =>
    `${accrual.number} ${role === 'organization' ? accrual.partner.name : formatAccrualTitle(accrual)}`,
  hasTallCards: true,
  card: (accrual, dates) => ({
    title: role === 'organization' ? accrual.partner.name : formatAccrualTitle(accrual),
    figure: formatMoney(accrual.amount_kop),
    note: role === 'organization' ? getSource(accrual) : formatAccrualSource(accrual),
    status: <Status kind="accrual" state={shownAccrualStatus(accrual)} />,
    time: formatDueText(accrual, dates) || dates.formatDay(accrual.created_at),
  }),
  emptyState: {
    title: 'Начислений пока нет',
    advice: 'Первое появится, когда подтвердится лид или закроется сделка',
    action: (
      <Button component={Link} to={paths.leads} variant="default">
        Открыть лиды
      </Button>
    ),
  },
});

type AccrualListProps = { viewer: Role; header: ReactNode; actions?: ReactNode };

export function AccrualList({ viewer, ...slots }: AccrualListProps) {
  const definition = useMemo(() => accrualList(viewer), [viewer]);
  return <List key="accruals" definition={definition} panel={AccrualPanel} {...slots} />;
}
