import { Button } from '@mantine/core';
import { clientRoutes, type Role, saleRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { formatAttachmentTerm } from '@/entities/lead/attachment-term.ts';
import { getPartnerFilters, programFilter } from '@/entities/reference/filters.ts';
import { formatNumber } from '@/shared/format/count.ts';
import { type Dates, formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import type { Column, ListDefinition } from '@/shared/list/definition.ts';
import { Cell, TwoLines } from '@/shared/list/table/cell.tsx';
import { paths } from '@/shared/paths.ts';
import { type AnyClient, getOpenAttachments, isFullClient } from './client.ts';

const NOTHING = '—';

/** Names without repetition: a client can have several programs with one partner. */
const joinNames = (names: readonly string[]) => [...new Set(names)].join(', ');
const getPartnerNames = (client: AnyClient) =>
  isFullClient(client) ? joinNames(getOpenAttachments(client).map(({ partner }) => partner.name)) : '';
const getProgramNames = (client: AnyClient) =>
  isFullClient(client)
    ? joinNames(getOpenAttachments(client).map(({ program }) => program.name))
    : client.program.name;

/** Latest end of the client's attachments, in words. */
function formatTerm(client: AnyClient, { dayAt }: Dates): string {
  const today = dayAt(Date.now());
  if (!isFullClient(client))
    return client.closed_at === null ? formatAttachmentTerm(client.ends_at, today) : 'закрепление закрыто';
  const ends = getOpenAttachments(client).map(({ ends_at }) => ends_at);
  if (ends.length === 0) return 'не закреплен';
  return formatAttachmentTerm(ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null), today);
}

const formatContacts = (client: AnyClient) =>
  [client.number, client.phone && formatPhone(client.phone)].filter(Boolean).join(' · ');
const formatLastSale = ({ last_sale_on }: AnyClient) =>
  last_sale_on === null ? NOTHING : formatDate(last_sale_on);

const numericColumn = (
  name: string,
  label: string,
  cell: Column<AnyClient>['cell'],
  options: Partial<Column<AnyClient>> = {},
): Column<AnyClient> => ({ name, label, cell, isNumeric: true, width: 8.25, ...options });

const getAttachmentColumns = (role: Role): Column<AnyClient>[] =>
  role === 'organization'
    ? [
        {
          name: 'partner',
          label: 'Партнер',
          width: 11,
          isFlexible: true,
          cell: (client, dates) => (
            <Cell second={formatTerm(client, dates)}>{getPartnerNames(client) || NOTHING}</Cell>
          ),
        },
        {
          name: 'program',
          label: 'Программа',
          width: 9,
          priority: 4,
          isOptional: true,
          isFlexible: true,
          cell: (client) => <TwoLines>{getProgramNames(client) || NOTHING}</TwoLines>,
        },
      ]
    : [
        {
          name: 'program',
          label: 'Программа',
          width: 14,
          isFlexible: true,
          cell: (client, dates) => <Cell second={formatTerm(client, dates)}>{getProgramNames(client)}</Cell>,
        },
      ];

const getColumns = (role: Role): Column<AnyClient>[] => [
  {
    name: 'client',
    label: 'Клиент',
    priority: 1,
    cell: (client, _dates, hiddenColumns) => (
      <Cell
        second={[
          formatContacts(client),
          hiddenColumns.has('partner') && getPartnerNames(client),
          role === 'partner' && hiddenColumns.has('program') && getProgramNames(client),
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        {client.name}
      </Cell>
    ),
  },
  ...getAttachmentColumns(role),
  numericColumn('sales', 'Продажи', ({ sales }) => formatNumber(sales), { priority: 4, width: 5.25 }),
  numericColumn('revenue', 'Выручка', ({ revenue_kop }) => formatMoney(revenue_kop), { priority: 1 }),
  numericColumn('reward', 'Вознаграждение', ({ reward_kop }) => formatMoney(reward_kop), {
    priority: role === 'organization' ? 3 : 1,
  }),
  {
    name: 'last_sale',
    label: 'Последняя продажа',
    ordering: 'last_sale',
    width: 9.5,
    priority: 3,
    cell: formatLastSale,
  },
  ...(role === 'organization'
    ? [
        {
          name: 'created',
          label: 'Появился',
          ordering: 'created_at',
          isOptional: true,
          priority: 4,
          cell: (client, { formatDay }) => isFullClient(client) && formatDay(client.created_at),
        } satisfies Column<AnyClient>,
      ]
    : []),
];

/** Definition of the client list. The columns, filters and search depend on the role. */
export const getClientList = (role: Role): ListDefinition<AnyClient> => ({
  name: 'clients',
  noun: ['клиент', 'клиента', 'клиентов'],
  page: clientRoutes.clients,
  export: clientRoutes.exportClients,
  otherExports: [{ route: saleRoutes.exportSales, name: 'sales', label: 'Экспорт продаж' }],
  tabs: [],
  columns: getColumns(role),
  filters: [programFilter, ...getPartnerFilters(role)],
  search: role === 'organization' ? 'Имя, телефон, почта или номер' : 'Имя или номер',
  label: ({ number, name }) => `${number} ${name}`,
  hasTallCards: role === 'organization',
  card: (client, dates) => ({
    title: client.name,
    figure: formatMoney(role === 'organization' ? client.revenue_kop : client.reward_kop),
    note: [formatContacts(client), getPartnerNames(client) || getProgramNames(client)]
      .filter(Boolean)
      .join(' · '),
    status: formatTerm(client, dates),
    time: client.last_sale_on && `продажа ${formatLastSale(client)}`,
  }),
  emptyState: {
    title: 'Клиентов пока нет',
    advice: 'Клиент появляется, когда лид становится сделкой',
    action: (
      <Button component={Link} to={paths.leads} variant="default">
        Открыть лиды
      </Button>
    ),
  },
});
