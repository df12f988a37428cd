import { isDeal, LEAD_SOURCE_LABELS, leadRoutes, type Role } from '@referral-dashboard/api-contract';
import { Status } from '@/entities/status/status.tsx';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import type { Column, ListDefinition } from '@/shared/list/definition.ts';
import { Cell, MomentCell, TwoLines } from '@/shared/list/table/cell.tsx';
import { PhoneLink } from '@/shared/ui/phone-links.tsx';
import { type AnyLead, isFullLead } from '../lead.ts';
import { LeadAge } from '../lead-age.tsx';
import { getLeadFilters, leadTabs } from './lead-filters.ts';

const NO_PARTNER = '—';
const formatDeal = ({ status, deal_amount_kop }: AnyLead) =>
  isDeal(status) && deal_amount_kop !== null ? formatMoney(deal_amount_kop) : '';
const formatReward = ({ reward }: AnyLead) => reward && formatMoney(reward.amount_kop);
const formatLabeledReward = ({ reward }: AnyLead) =>
  reward && `вознаграждение ${formatMoney(reward.amount_kop)}`;
const getPartnerName = (lead: AnyLead) => (isFullLead(lead) ? lead.partner?.name : undefined);

/** Lead number, followed by the values whose columns are hidden. */
const formatSubtitle = (lead: AnyLead, hiddenColumns: ReadonlySet<string>, { formatDay }: Dates) =>
  [
    lead.number,
    hiddenColumns.has('phone') && isFullLead(lead) && formatPhone(lead.phone),
    hiddenColumns.has('program') && lead.program.name,
    hiddenColumns.has('program') && hiddenColumns.has('partner') && getPartnerName(lead),
    hiddenColumns.has('created') && formatDay(lead.created_at),
  ]
    .filter(Boolean)
    .join(' · ');

const partnerColumn: Column<AnyLead> = {
  name: 'partner',
  label: 'Партнер',
  priority: 3,
  width: 11,
  isFlexible: true,
  cell: (lead) => <TwoLines>{getPartnerName(lead) ?? NO_PARTNER}</TwoLines>,
};

/** Why a deal has no own reward. */
const formatAttached = ({ client_attached }: AnyLead) => client_attached && 'клиент уже закреплен';

const getColumns = (role: Role): Column<AnyLead>[] => [
  {
    name: 'number',
    label: 'Лид',
    ordering: 'number',
    priority: 1,
    cell: (lead, dates, hiddenColumns) => (
      <Cell second={formatSubtitle(lead, hiddenColumns, dates)} isSingleLine={hiddenColumns.has('phone')}>
        {lead.name}
      </Cell>
    ),
  },
  {
    name: 'program',
    label: 'Программа',
    width: 11,
    isFlexible: true,
    cell: (lead, _dates, hiddenColumns) =>
      hiddenColumns.has('partner') ? (
        <Cell second={getPartnerName(lead)}>{lead.program.name}</Cell>
      ) : (
        <TwoLines>{lead.program.name}</TwoLines>
      ),
  },
  {
    name: 'link',
    label: 'Код ссылки',
    isOptional: true,
    priority: 4,
    width: 9,
    cell: (lead) => lead.link?.code,
  },
  ...(role === 'organization' ? [partnerColumn] : []),
  {
    name: 'phone',
    label: 'Телефон',
    // Organizations call leads: a hidden phone is shown below the name. Partners see only its last digits.
    priority: role === 'organization' ? 2 : 4,
    width: 8.75,
    cell: ({ phone }) => <PhoneLink phone={phone} />,
  },
  {
    name: 'status',
    label: 'Статус',
    priority: 1,
    width: 11.5,
    cell: (lead, _dates, hiddenColumns) => (
      <Cell
        second={
          lead.status === 'new' ? (
            <LeadAge lead={lead} />
          ) : (
            (hiddenColumns.has('reward') && formatLabeledReward(lead)) || formatAttached(lead)
          )
        }
      >
        <Status kind="lead" state={lead.status} />
      </Cell>
    ),
  },
  {
    name: 'source',
    label: 'Источник',
    isOptional: true,
    priority: 4,
    width: 11,
    cell: (lead) => LEAD_SOURCE_LABELS[lead.source],
  },
  {
    name: 'reward',
    label: 'Вознаграждение',
    isNumeric: true,
    priority: role === 'organization' ? 2 : 1,
    width: 8.25,
    cell: formatReward,
  },
  { name: 'deal', label: 'Сделка', isNumeric: true, priority: 4, width: 9, cell: formatDeal },
  {
    name: 'created',
    label: 'Создан',
    ordering: 'created_at',
    width: 6.75,
    cell: (lead) => <MomentCell at={lead.created_at} />,
  },
  {
    name: 'updated',
    label: 'Изменен',
    ordering: 'updated_at',
    isOptional: true,
    priority: 4,
    cell: (lead) => <MomentCell at={lead.updated_at} />,
  },
];

/** Definition of the lead list. The columns, filters and search depend on the role. */
export const getLeadList = (role: Role): ListDefinition<AnyLead> => ({
  name: 'leads',
  noun: ['лид', 'лида', 'лидов'],
  page: leadRoutes.leads,
  counts: leadRoutes.leadCounts,
  export: leadRoutes.exportLeads,
  tabs: leadTabs,
  columns: getColumns(role),
  filters: getLeadFilters(role),
  search: role === 'organization' ? 'Имя, телефон или номер' : 'Имя или номер',
  label: ({ number, name }) => `${number} ${name}`,
  hasTallCards: role === 'organization',
  card: (lead, { formatMoment }) => ({
    title: lead.name,
    figure: formatReward(lead) ?? formatDeal(lead),
    note: [isFullLead(lead) && formatPhone(lead.phone), lead.program.name, getPartnerName(lead)]
      .filter(Boolean)
      .join(' · '),
    status: <Status kind="lead" state={lead.status} />,
    time: lead.status === 'new' ? <LeadAge lead={lead} /> : formatMoment(lead.created_at),
  }),
  emptyState: {
    title: 'Лидов пока нет',
    advice: 'Поделитесь ссылкой программы: лиды появятся здесь сразу',
    hasMotif: true,
  },
});
