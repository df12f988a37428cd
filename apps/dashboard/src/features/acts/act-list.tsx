import { Button } from '@mantine/core';
import { type Act, actRoutes, type Role } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { actUrl, taxText } from '@/entities/act/act.ts';
import { getCounterpartyName } from '@/entities/payment/payment.ts';
import { getPartnerFilters } from '@/entities/reference/filters.ts';
import { Status } from '@/entities/status/status.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import type { Column, Filter, ListDefinition, Tab } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell } from '@/shared/list/table/cell.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { lastMonthsBefore, monthInWords } from '@/shared/period/month.ts';

const FormActs = lazy(() => import('./form-acts-dialog.tsx'));

const UNCONFIRMED_STATES = ['objected', 'issued'];

const TABS: readonly Tab[] = [
  { label: 'Не подтверждены', states: UNCONFIRMED_STATES, empty: 'Все акты подтверждены' },
  { label: 'С возражением', states: ['objected'], empty: 'Возражений нет' },
  { label: 'Ждут подтверждения', states: ['issued'], empty: 'На все акты ответили' },
  { label: 'Подтверждены', states: ['confirmed'], empty: 'Подтвержденных актов пока нет' },
  { label: 'Заменены', states: ['replaced'], empty: 'Замененных актов нет' },
  { label: 'Аннулированы', states: ['annulled'], empty: 'Аннулированных актов нет' },
];

const MONTHS = 24;

const monthFilter = ({ dayAt }: Dates): Filter => ({
  kind: 'choice',
  name: 'month',
  label: 'Месяц',
  options: lastMonthsBefore(dayAt(Date.now()), MONTHS).map((value) => ({
    value,
    label: monthInWords(value),
  })),
});

const columnsFor = (role: Role): readonly Column<Act>[] => [
  {
    name: 'who',
    label: role === 'organization' ? 'Партнер' : 'Организация',
    priority: 1,
    cell: (act) => (
      <Cell second={`${act.number}, ${monthInWords(act.month)}`}>{getCounterpartyName(role, act)}</Cell>
    ),
  },
  {
    name: 'status',
    label: 'Статус',
    priority: 1,
    width: 12,
    cell: ({ status, objection }) => (
      <Cell second={objection}>
        <Status kind="act" state={status} />
      </Cell>
    ),
  },
  { name: 'title', label: 'Документ', priority: 3, width: 12, cell: ({ title }) => title },
  {
    name: 'created',
    label: 'Сформирован',
    ordering: 'created_at',
    priority: 3,
    width: 7,
    cell: ({ created_at }, { formatDay }) => formatDay(created_at),
  },
  {
    name: 'amount',
    label: 'Сумма',
    ordering: 'amount_kop',
    isNumeric: true,
    priority: 1,
    width: 8,
    cell: (act) => <Cell second={taxText(act)}>{formatMoney(act.amount_kop)}</Cell>,
  },
];

const actList = (role: Role, buildHref: (id: string) => string, dates: Dates): ListDefinition<Act> => ({
  name: `acts-${role}`,
  noun: ['акт', 'акта', 'актов'],
  page: actRoutes.acts,
  counts: actRoutes.actCounts,
  tabs: TABS,
  openingStates: UNCONFIRMED_STATES,
  columns: columnsFor(role),
  filters: [...getPartnerFilters(role), monthFilter(dates)],
  search: role === 'organization' ? 'Партнер или номер акта' : 'Номер акта',
  label: (act) => `Акт ${act.number}, ${getCounterpartyName(role, act)}`,
  href: ({ id }) => buildHref(id),
  card: (act, { formatDay }) => ({
    title: getCounterpartyName(role, act),
    figure: formatMoney(act.amount_kop),
    note: [act.number, monthInWords(act.month), taxText(act), act.objection].filter(Boolean).join(' · '),
    status: <Status kind="act" state={act.status} />,
    time: formatDay(act.created_at),
  }),
  emptyState: {
    title: 'Актов пока нет',
    advice:
      role === 'organization'
        ? 'Когда месяц закончится, сформируйте акты всем, кому в нем платили'
        : 'Акт появится здесь, когда организация сформирует его за месяц с выплатами',
  },
});

/** List of monthly acts. A row opens the page of the act. */
export default function ActList({ viewer, header }: { viewer: Role; header: ReactNode }) {
  const dates = useDates();
  const { params } = useAddress();
  const definition = useMemo(
    () => actList(viewer, (id) => actUrl(params, id), dates),
    [viewer, params, dates],
  );
  const [isForming, setForming] = useState(false);
  return (
    <>
      <List
        key="acts"
        definition={definition}
        header={header}
        actions={
          viewer === 'organization' && (
            <PermissionGate call="createActs">
              <Button onClick={() => setForming(true)}>Сформировать за месяц</Button>
            </PermissionGate>
          )
        }
      />
      <Suspense fallback={null}>{isForming && <FormActs onClose={() => setForming(false)} />}</Suspense>
    </>
  );
}
