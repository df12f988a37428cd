import { Button } from '@mantine/core';
import { ACCRUAL_KIND_LABELS, accrualRoutes, type Role } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Status } from '../../../entities/status/status.tsx';
import { formatDay } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import type { Column, ListDefinition } from '../../../shared/list/definition.ts';
import { List } from '../../../shared/list/list.tsx';
import { Cell } from '../../../shared/list/table/cell.tsx';
import { paths } from '../../../shared/paths.ts';
import { type AnyAccrual, otherOf } from '../payment.ts';
import { accrualFilters, accrualTabs } from './accrual-filters.ts';

const AccrualPanel = lazy(() => import('./accrual-panel.tsx'));

const whenOf = ({ status, hold_until }: AnyAccrual) =>
  status === 'hold' && hold_until !== null && `с ${formatDay(hold_until)}`;

const columns = (role: Role): Column<AnyAccrual>[] => [
  {
    name: 'number',
    label: role === 'organization' ? 'Начисление' : 'Организация',
    ordering: 'number',
    priority: 1,
    cell: (accrual) => <Cell second={accrual.number}>{otherOf(role, accrual)}</Cell>,
  },
  {
    name: 'why',
    label: 'За что',
    priority: 3,
    width: 17,
    cell: ({ kind, explanation, program }) => (
      <Cell second={program?.name ?? ACCRUAL_KIND_LABELS[kind]}>
        <span title={explanation}>{explanation}</span>
      </Cell>
    ),
  },
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
    width: 11,
    cell: (accrual) => (
      <Cell second={whenOf(accrual)}>
        <Status kind="accrual" state={accrual.status} />
      </Cell>
    ),
  },
  { name: 'payment', label: 'Выплата', priority: 4, width: 6, cell: ({ payment }) => payment?.number ?? '' },
  {
    name: 'created',
    label: 'Начислено',
    ordering: 'created_at',
    priority: 4,
    cell: ({ created_at }) => formatDay(created_at),
  },
  {
    name: 'amount',
    label: 'Сумма',
    ordering: 'amount_kop',
    isFigure: true,
    priority: 1,
    width: 9,
    cell: ({ amount_kop }) => formatMoney(amount_kop),
  },
];

/** The list of accruals as somebody of a role sees it. */
const accrualList = (role: Role): ListDefinition<AnyAccrual> => ({
  name: 'accruals',
  noun: ['начисление', 'начисления', 'начислений'],
  page: accrualRoutes.accruals,
  counts: accrualRoutes.accrualCounts,
  export: accrualRoutes.exportAccruals,
  tabs: accrualTabs,
  columns: columns(role),
  filters: accrualFilters(role),
  search: role === 'organization' ? 'Партнер или номер' : 'Номер',
  label: ({ number, partner }) => `${number} ${partner.name}`,
  card: (accrual) => ({
    title: otherOf(role, accrual),
    figure: formatMoney(accrual.amount_kop),
    note: accrual.explanation,
    status: <Status kind="accrual" state={accrual.status} />,
    when: whenOf(accrual) || formatDay(accrual.created_at),
  }),
  nothing: {
    title: 'Начислений пока нет',
    advice: 'Первое появится, когда подтвердится лид или закроется сделка',
    action: (
      <Button component={Link} to={paths.leads} variant="default">
        Открыть лиды
      </Button>
    ),
  },
});

type AccrualListProps = { viewer: Role; above: ReactNode; actions?: ReactNode };

/** Accruals in every state; each opens in the panel. */
export function AccrualList({ viewer, ...slots }: AccrualListProps) {
  const definition = useMemo(() => accrualList(viewer), [viewer]);
  return <List key="accruals" of={definition} panel={AccrualPanel} {...slots} />;
}
