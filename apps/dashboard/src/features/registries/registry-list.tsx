import { Button } from '@mantine/core';
import { RAIL_LABELS, type Registry, registryRoutes } from '@referral-dashboard/api-contract';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useListWithUpload } from '@/entities/payment/bank/statement-upload.tsx';
import { PAYMENT_NOUN, registryUrl } from '@/entities/payment/payment.ts';
import { Status } from '@/entities/status/status.tsx';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import type { Column, Filter, ListDefinition, Tab } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell, MomentCell } from '@/shared/list/table/cell.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { paths } from '@/shared/paths.ts';

const OPEN_STATES = ['draft', 'approved', 'sent'];

const TABS: readonly Tab[] = [
  { label: 'Не закрыты', states: OPEN_STATES, empty: 'Все реестры закрыты' },
  { label: 'Черновики', states: ['draft'], empty: 'Черновиков нет' },
  { label: 'Утверждены', states: ['approved'], empty: 'Утвержденных реестров нет' },
  { label: 'В банке', states: ['sent'], empty: 'В банке ничего нет' },
  { label: 'Закрыты', states: ['closed'], empty: 'Закрытых реестров пока нет' },
  { label: 'Отменены', states: ['canceled'], empty: 'Отмененных реестров нет' },
];

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Куда',
    options: Object.entries(RAIL_LABELS).map(([value, label]) => ({ value, label })),
  },
];

const COLUMNS: readonly Column<Registry>[] = [
  {
    name: 'number',
    label: 'Реестр',
    ordering: 'number',
    priority: 1,
    cell: ({ number, kind }) => <Cell second={RAIL_LABELS[kind]}>{number}</Cell>,
  },
  {
    name: 'status',
    label: 'Статус',
    priority: 1,
    width: 11,
    cell: ({ status }) => <Status kind="registry" state={status} />,
  },
  {
    name: 'created',
    label: 'Создан',
    ordering: 'created_at',
    cell: ({ created_at }) => <MomentCell at={created_at} />,
  },
  {
    name: 'author',
    label: 'Кто создал',
    priority: 4,
    width: 10,
    cell: ({ created_by }) => created_by ?? '—',
  },
  {
    name: 'payments',
    label: 'Выплат',
    isNumeric: true,
    priority: 3,
    width: 7,
    cell: ({ payments }) => payments,
  },
  {
    name: 'amount',
    label: 'Сумма',
    isNumeric: true,
    priority: 1,
    width: 9,
    cell: ({ amount_kop, tax_kop }) => (
      <Cell second={tax_kop > 0 && `НДФЛ ${formatMoney(tax_kop)}`}>{formatMoney(amount_kop)}</Cell>
    ),
  },
];

const registryList = (buildHref: (id: string) => string): ListDefinition<Registry> => ({
  name: 'registries',
  noun: ['реестр', 'реестра', 'реестров'],
  page: registryRoutes.registries,
  counts: registryRoutes.registryCounts,
  tabs: TABS,
  openingStates: OPEN_STATES,
  columns: COLUMNS,
  filters: FILTERS,
  search: 'Номер реестра',
  label: ({ number }) => `Реестр ${number}`,
  href: ({ id }) => buildHref(id),
  card: (registry, { formatDay }) => ({
    title: registry.number,
    figure: formatMoney(registry.amount_kop),
    note: `${RAIL_LABELS[registry.kind]} · ${formatCount(registry.payments, PAYMENT_NOUN)}`,
    status: <Status kind="registry" state={registry.status} />,
    time: formatDay(registry.created_at),
  }),
  emptyState: {
    title: 'Реестров пока нет',
    advice: 'Отметьте партнеров на вкладке «К выплате» и соберите их в реестр: банк примет его одним файлом',
    action: (
      <Button component={Link} to={paths.payments} variant="default">
        К выплате
      </Button>
    ),
  },
});

/** List of registries. A row opens the page of the registry. */
export default function RegistryList({ header }: { header: ReactNode }) {
  const { params } = useAddress();
  const definition = useMemo(() => registryList((id) => registryUrl(params, id)), [params]);
  const upload = useListWithUpload(header);
  return <List key="registries" definition={definition} {...upload} />;
}
