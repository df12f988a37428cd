import {
  isDeal,
  LEAD_FIELD_NAMES,
  LEAD_FIELDS,
  LEAD_REASONS,
  LEAD_SOURCE_LABELS,
  type Lead,
  type LeadField,
  type LeadForPartner,
  stateMachines,
  UTM_TAGS,
} from '@referral-dashboard/api-contract';
import type { Column, Sheet, WithTimeZone } from '../../platform/export/columns.ts';

type Shared = Column<LeadForPartner>;

const NUMBER: Shared = { title: 'Номер', width: 10, kind: 'text', value: ({ number }) => number };
const CREATED: Shared = { title: 'Создан', width: 17, kind: 'time', value: ({ created_at }) => created_at };
const UPDATED: Shared = { title: 'Изменен', width: 17, kind: 'time', value: ({ updated_at }) => updated_at };
const STATUS: Shared = {
  title: 'Статус',
  width: 16,
  kind: 'text',
  value: ({ status }) => stateMachines.lead.labels[status],
};
const REASON: Shared = { title: 'Причина', width: 22, kind: 'text', value: getReason };
const DEALS: Shared[] = [
  {
    title: 'Сумма сделки, ₽',
    width: 18,
    kind: 'money',
    value: ({ status, deal_amount_kop }) => (isDeal(status) ? deal_amount_kop : null),
  },
  {
    title: 'Сумма несостоявшейся сделки, ₽',
    width: 18,
    kind: 'money',
    value: ({ status, deal_amount_kop }) => (isDeal(status) ? null : deal_amount_kop),
  },
];
const REWARD: Shared[] = [
  { title: 'Вознаграждение, ₽', width: 19, kind: 'money', value: ({ reward }) => reward?.amount_kop ?? null },
  {
    title: 'Начисление',
    width: 22,
    kind: 'text',
    value: ({ reward }) => reward && stateMachines.accrual.labels[reward.status],
  },
];
const ORGANIZATION: Shared = {
  title: 'Организация',
  width: 30,
  kind: 'text',
  value: ({ organization }) => organization.name,
};
const PROGRAM: Shared = { title: 'Программа', width: 30, kind: 'text', value: ({ program }) => program.name };
const LINK: Shared = { title: 'Ссылка', width: 16, kind: 'text', value: ({ link }) => link?.code ?? null };
const SOURCE: Shared = {
  title: 'Источник',
  width: 22,
  kind: 'text',
  value: ({ source }) => LEAD_SOURCE_LABELS[source],
};
const VISIT: Shared[] = [
  ...UTM_TAGS.map((tag) => ({
    title: tag,
    width: 18,
    kind: 'text' as const,
    value: ({ visit }: LeadForPartner) => visit[tag],
  })),
  { title: 'Перешел с', width: 24, kind: 'text', value: ({ visit }) => visit.referrer_host },
];
const NAME: Shared = { ...toColumn('name'), value: ({ name }) => name };
const PHONE: Shared = { title: 'Телефон', width: 20, kind: 'phone', value: ({ phone }) => phone };

const ofOrganization: Column<Lead>[] = [
  ...[NUMBER, CREATED, STATUS, NAME, PHONE],
  ...LEAD_FIELD_NAMES.filter((field) => field !== 'name').map(
    (field): Column<Lead> => ({ ...toColumn(field), value: (lead) => lead[field] }),
  ),
  PROGRAM,
  { title: 'Партнер', width: 28, kind: 'text', value: ({ partner }) => partner?.name ?? null },
  ...[LINK, SOURCE, ...VISIT, ...DEALS, ...REWARD, REASON],
  {
    title: 'Пояснение к причине',
    width: 30,
    kind: 'text',
    value: ({ reason_comment }) => reason_comment,
  },
  {
    title: 'Дубль лида',
    width: 12,
    kind: 'text',
    value: ({ duplicate_of }) => duplicate_of?.number ?? null,
  },
  {
    title: 'Заявка на себя',
    width: 13,
    kind: 'text',
    value: ({ self_referral }) => (self_referral ? 'Да' : null),
  },
  {
    title: 'Согласие получено',
    width: 18,
    kind: 'time',
    value: ({ consent }) => consent?.accepted_at ?? null,
  },
  UPDATED,
];

const LEADS = { name: 'Лиды', latinName: 'leads' };

/** Export columns of leads for an organization. */
export const leadSheet: Sheet<Lead & WithTimeZone> = { ...LEADS, columns: ofOrganization };

/** Export columns of leads for a partner. The type allows only fields that the contract shows to partners. */
export const leadSheetForPartner: Sheet<LeadForPartner & WithTimeZone> = {
  ...LEADS,
  columns: [
    ...[NUMBER, CREATED, STATUS, NAME, PHONE],
    ...[ORGANIZATION, PROGRAM, LINK, SOURCE, ...VISIT, ...DEALS, ...REWARD, REASON, UPDATED],
  ],
};

function toColumn(field: LeadField) {
  const { label: title, width } = LEAD_FIELDS[field];
  return { title, width, kind: 'text' } as const;
}

function getReason({ status, reason_code }: LeadForPartner): string | null {
  const labels: Record<string, string> =
    status in LEAD_REASONS ? LEAD_REASONS[status as keyof typeof LEAD_REASONS] : {};
  return reason_code && (labels[reason_code] ?? null);
}
