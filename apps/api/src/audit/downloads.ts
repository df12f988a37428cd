import {
  ACCRUAL_KIND_LABELS,
  BANK_DOCUMENT_KIND_LABELS,
  BANK_DOCUMENT_STATE_LABELS,
  JOURNAL_KIND_LABELS,
  type JournalKind,
  PARTNER_KIND_LABELS,
  RECEIPT_STATUS_LABELS,
  stateMachines,
} from '@referral-dashboard/api-contract';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { formatDay } from '../platform/russian-format.ts';
import { auditAll } from './audit.ts';

/** A file with data that a user downloads. */
export type Download = {
  /** Object that the file belongs to. Default: a list of the organization. */
  object?: { kind: JournalKind; id: string; partnerId?: string; organizationId?: string };
  /** Russian name of the list or the document. */
  list: string;
  format: string;
  rows: number;
  /** Query parameters of the list. */
  filters?: Readonly<Record<string, unknown>>;
};

const FILTER_LABELS: Readonly<Record<string, string>> = {
  status: 'Статус',
  kind: 'Вид',
  program: 'Программа',
  partner: 'Партнер',
  payment: 'Выплата',
  lead: 'Лид',
  client: 'Клиент',
  sale: 'Продажа',
  link: 'Ссылка',
  source: 'Источник',
  utm_source: 'Метка utm_source',
  utm_campaign: 'Метка utm_campaign',
  reason_code: 'Причина',
  awaits_decision: 'Ждут решения',
  without_act: 'Без акта',
  late: 'Срок прошел',
  statement: 'Выписка банка',
  month: 'Месяц',
  year: 'Год',
  actor: 'Кто',
  object: 'Объект',
  search: 'Поиск',
  from: 'С',
  to: 'По',
  at_from: 'С',
  at_to: 'По',
  created_from: 'Создано с',
  created_to: 'Создано по',
  paid_from: 'Выплачено с',
  paid_to: 'Выплачено по',
  given_from: 'Чек прислан с',
  given_to: 'Чек прислан по',
  returned_from: 'Возвращено с',
  returned_to: 'Возвращено по',
  marked_from: 'Отмечено с',
  marked_to: 'Отмечено по',
  day_from: 'Дата в банке с',
  day_to: 'Дата в банке по',
  decided_from: 'Отмечено с',
  decided_to: 'Отмечено по',
  at: 'На дату',
  template: 'Шаблон',
};

const WORDS: Readonly<Record<string, string>> = {
  ...PARTNER_KIND_LABELS,
  ...ACCRUAL_KIND_LABELS,
  ...RECEIPT_STATUS_LABELS,
  ...BANK_DOCUMENT_STATE_LABELS,
  ...BANK_DOCUMENT_KIND_LABELS,
  ...JOURNAL_KIND_LABELS,
  true: 'да',
  false: 'нет',
};

const STATUS_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Лиды: stateMachines.lead.labels,
  Партнеры: stateMachines.partner.labels,
  Начисления: stateMachines.accrual.labels,
  Выплаты: stateMachines.payment.labels,
};

const NOT_FILTERS = new Set(['format', 'ordering']);
const UUID = /^[\da-f]{8}-[\da-f]{4}-/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Describes filters in Russian: «Статус: Новый, Сделка; Создано с: 1 авг 2026». Journal entries are never changed, so search texts, which
 * may be personal data, are not included, and objects are counted instead of named.
 */
export function filterInWords(list: string, filters: Readonly<Record<string, unknown>>): string {
  const formatValue = (name: string, value: string) => {
    if (DAY.test(value)) return formatDay(new Date(value), 'UTC');
    return (name === 'status' ? STATUS_WORDS[list]?.[value] : undefined) ?? WORDS[value] ?? value;
  };
  const parts = Object.entries(filters).flatMap(([name, filter]) => {
    const values = [filter]
      .flat()
      .filter((value) => value !== undefined && value !== '')
      .map(String);
    if (values.length === 0 || NOT_FILTERS.has(name)) return [];
    const label = FILTER_LABELS[name] ?? name;
    if (name === 'search') return [`${label}: по тексту`];
    if (values.every((value) => UUID.test(value))) return [`${label}: выбрано ${values.length}`];
    return [`${label}: ${values.map((value) => formatValue(name, value)).join(', ')}`];
  });
  return parts.join('; ');
}

/** Organizations whose data a file contains. */
function getOrganizationIds(viewer: Viewer, { object }: Download): string[] {
  if (object?.organizationId !== undefined) return [object.organizationId];
  if (viewer.role === 'organization') return [viewer.organizationId];
  const cards = viewer.cards.filter(
    ({ partnerId }) => object?.partnerId === undefined || partnerId === object.partnerId,
  );
  return [...new Set(cards.map(({ organizationId }) => organizationId))];
}

export type JournalDownload = (viewer: Viewer, download: Download) => Promise<void>;

/** Writes a download to the journal of each organization whose data the file contains. */
export const createDownloadJournal =
  (db: Db, clock: Clock): JournalDownload =>
  async (viewer, download) => {
    const { object, list, format, rows, filters = {} } = download;
    const kind = object?.kind ?? 'organization';
    await auditAll(
      db,
      getOrganizationIds(viewer, download).map((organizationId) => ({
        organizationId,
        actorId: viewer.userId,
        requestId: viewer.requestId,
        at: clock(),
        kind,
        objectId: object?.id ?? organizationId,
        action: `${kind}.export`,
        diff: { list, format, rows, filter: filterInWords(list, filters) },
      })),
    );
  };
