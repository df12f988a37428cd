import {
  type ListedPartner,
  PARTNER_FIELD_LABELS,
  PARTNER_KIND_LABELS,
  type Partner,
  partnerRoutes,
} from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { dealShareColumn, weeklyLeadsColumn } from '@/entities/figures/activity/activity-columns.tsx';
import { programFilter } from '@/entities/reference/filters.ts';
import { Status } from '@/entities/status/status.tsx';
import { formatNumber } from '@/shared/format/count.ts';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import type { Column, Filter, ListDefinition, Tab } from '@/shared/list/definition.ts';
import { Cell } from '@/shared/list/table/cell.tsx';
import { paths } from '@/shared/paths.ts';
import { PhoneLink } from '@/shared/ui/phone-links.tsx';
import { formatConversion, getPartnerName, kindOptions } from '../partner.ts';

const NO_LEAD = '—';
const formatLastLead = ({ last_lead_at }: Partner, { formatDay }: Dates) =>
  last_lead_at === null ? NO_LEAD : formatDay(last_lead_at);

/** Whether a name takes two lines of its cell, so that the kind of the partner moves below the status. */
const isNarrowTable = (hiddenColumns: ReadonlySet<string>) => hiddenColumns.has('phone');

const createFigureColumn = (
  name: string,
  label: string,
  cell: Column<ListedPartner>['cell'],
  options: Partial<Column<ListedPartner>> = {},
): Column<ListedPartner> => ({ name, label, cell, isNumeric: true, width: 6.5, priority: 4, ...options });

const columns: readonly Column<ListedPartner>[] = [
  {
    name: 'name',
    label: 'Партнер',
    ordering: 'name',
    priority: 1,
    cell: (partner, _dates, hiddenColumns) => (
      <Cell second={!isNarrowTable(hiddenColumns) && PARTNER_KIND_LABELS[partner.kind]}>
        {getPartnerName(partner)}
      </Cell>
    ),
  },
  {
    name: 'phone',
    label: 'Телефон',
    width: 10,
    priority: 3,
    cell: ({ phone }) => <PhoneLink phone={phone} />,
  },
  {
    name: 'status',
    label: 'Статус',
    width: 9.5,
    priority: 1,
    cell: ({ status, kind }, _dates, hiddenColumns) => (
      <Cell second={isNarrowTable(hiddenColumns) && PARTNER_KIND_LABELS[kind]}>
        <Status kind="partner" state={status} />
      </Cell>
    ),
  },
  createFigureColumn('programs', 'Программы', ({ figures }) => formatNumber(figures.programs), {
    isOptional: true,
  }),
  createFigureColumn('clicks', 'Переходы', ({ figures }) => formatNumber(figures.clicks)),
  createFigureColumn('leads', 'Лиды', ({ figures }) => formatNumber(figures.leads), {
    ordering: 'leads',
    priority: 2,
    width: 4.75,
  }),
  weeklyLeadsColumn,
  createFigureColumn('won', 'Сделки', ({ figures }) => formatNumber(figures.won), {
    ordering: 'won',
    priority: 3,
    width: 5.75,
  }),
  dealShareColumn,
  createFigureColumn('conversion', 'Сделки из лидов', formatConversion, { isOptional: true }),
  createFigureColumn('earned', 'Начислено', ({ balance }) => formatMoney(balance.earned_kop), {
    ordering: 'earned_kop',
    isOptional: true,
    width: 9,
  }),
  createFigureColumn('available', 'К выплате', ({ balance }) => formatMoney(balance.available_kop), {
    ordering: 'available_kop',
    priority: 2,
    width: 9,
  }),
  {
    name: 'last_lead',
    label: 'Последний лид',
    ordering: 'last_lead_at',
    width: 8.5,
    priority: 4,
    cell: formatLastLead,
  },
  {
    name: 'created',
    label: 'Добавлен',
    ordering: 'created_at',
    isOptional: true,
    priority: 4,
    cell: ({ created_at }, { formatDay }) => formatDay(created_at),
  },
];

const tabs: readonly Tab[] = [
  { label: 'На рассмотрении', states: ['pending'], empty: 'Заявок на рассмотрении нет' },
  { label: 'Приглашенные', states: ['invited'], empty: 'Все приглашенные уже вошли' },
  { label: 'Активные', states: ['active'], empty: 'Активных партнеров нет' },
  { label: 'Заблокированные', states: ['blocked'], empty: 'Заблокированных партнеров нет' },
  { label: 'Отклоненные', states: ['rejected'], empty: 'Отклоненных партнеров нет' },
  { label: 'В архиве', states: ['archived'], empty: 'В архиве никого нет' },
];

const filters: readonly Filter[] = [
  programFilter,
  { kind: 'choice', name: 'kind', label: PARTNER_FIELD_LABELS.kind, options: kindOptions },
  {
    kind: 'choice',
    name: 'awaits_decision',
    label: 'Заявки',
    options: [{ value: 'true', label: 'Ждут решения' }],
  },
  {
    kind: 'day',
    name: 'at',
    label: 'Суммы на дату',
    description: 'Начислено и к выплате на конец этого дня. Остальное показано на сегодня',
  },
];

export const partnerList: ListDefinition<ListedPartner> = {
  name: 'partners',
  noun: ['партнер', 'партнера', 'партнеров'],
  page: partnerRoutes.partners,
  counts: partnerRoutes.partnerCounts,
  export: partnerRoutes.exportPartners,
  tabs,
  columns,
  filters,
  search: 'Имя, телефон, почта или ИНН',
  label: getPartnerName,
  href: ({ id }) => generatePath(paths.partner, { id }),
  card: (partner, dates) => ({
    title: getPartnerName(partner),
    figure: partner.balance.available_kop > 0 && formatMoney(partner.balance.available_kop),
    note: `${formatPhone(partner.phone)} · ${PARTNER_KIND_LABELS[partner.kind]}`,
    status: <Status kind="partner" state={partner.status} />,
    time: partner.last_lead_at && `лид ${formatLastLead(partner, dates)}`,
  }),
  emptyState: {
    title: 'Партнеров пока нет',
    advice: 'Добавьте первого, и он получит свою ссылку',
    hasMotif: true,
  },
};
