import { type LeadStatus, routes, stateMachines } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import { type Headers, headerKey } from '../../platform/fields/headers.ts';
import { type createLeads, LEAD_HEADERS } from '../../referrals/index.ts';
import { type ReadCell, readAmount, readDate, readPhone, toMoment } from '../reading/cells.ts';
import { type Cells, createRowReader, type Kind, type Run, UNDONE } from './kind.ts';
import { PROGRAM_HEADERS } from './lookups.ts';
import { leadCause } from './undo-causes.ts';

export type LeadImports = Pick<ReturnType<typeof createLeads>, 'importLeads' | 'undoLead'>;

const HEADERS: Headers = {
  ...LEAD_HEADERS,
  program: PROGRAM_HEADERS,
  partner: ['Партнер', 'Реферал', 'Кто привел', 'Рекомендатель', 'Partner', 'Referrer'],
  created_at: [
    'Дата лида',
    'Дата создания',
    'Дата создания сделки',
    'Дата создания лида',
    'Дата заявки',
    'Создан',
    'Дата',
    'Created at',
    'Created',
  ],
  status: ['Статус', 'Стадия', 'Стадия сделки', 'Этап сделки', 'Этап', 'Статус лида', 'Status', 'Stage'],
  amount: [
    'Сумма сделки',
    'Сумма',
    'Сумма, руб.',
    'Бюджет',
    'Бюджет, руб.',
    'Возможная сумма',
    'Amount',
    'Budget',
  ],
  closed_at: ['Дата сделки', 'Дата закрытия', 'Дата оплаты', 'Closed at'],
  reason: ['Причина отказа', 'Reason'],
};

/** Names of statuses in other systems. */
const OTHER_NAMES: Readonly<Partial<Record<LeadStatus, readonly string[]>>> = {
  new: ['Не обработан', 'Неразобранное', 'Новая', 'Первичный контакт', 'New'],
  in_progress: [
    'В обработке',
    'Подготовка документов',
    'Счет на предоплату',
    'Финальный счет',
    'Переговоры',
    'Принимают решение',
    'In progress',
  ],
  qualified: ['Качественный лид', 'Обработан', 'Согласование договора', 'Qualified'],
  won: ['Успешно реализовано', 'Сделка успешна', 'Успешно', 'Оплачено', 'Won'],
  lost: ['Закрыто и не реализовано', 'Сделка провалена', 'Анализ причины провала', 'Отказ', 'Lost'],
  rejected: ['Некачественный лид', 'Нецелевой', 'Спам', 'Rejected'],
};
const { labels } = stateMachines.lead;
const STATUSES = new Map(
  (Object.keys(labels) as LeadStatus[])
    .filter((status) => status !== 'duplicate')
    .flatMap((status) =>
      [labels[status], ...(OTHER_NAMES[status] ?? [])].map((name) => [headerKey(name), status] as const),
    ),
);

function readStatus(text: string): ReadCell<LeadStatus> {
  const status = STATUSES.get(headerKey(text));
  const names = Object.entries(labels).flatMap(([name, label]) =>
    name === 'duplicate' ? [] : [`«${label}»`],
  );
  return status === undefined
    ? { problem: `Неизвестный статус. Можно: ${names.join(', ')}.` }
    : { value: status };
}

const writtenLead = routes.createLead.body.omit({ program: true, partner: true });

/** Reads a row without its program and its partner. */
function readLead(cells: Cells, { timeZone, now, settings, fileName }: Run) {
  const reader = createRowReader(cells);
  const date = (field: string) => {
    const local = reader.value(field, readDate);
    const at = local === undefined ? undefined : toMoment(local, timeZone);
    if (at !== undefined && at > now) reader.add(field, 'Эта дата еще не наступила.');
    return at;
  };
  const createdAt = date('created_at') ?? date('closed_at') ?? now;
  const statusAt = date('closed_at') ?? createdAt;
  if (statusAt < createdAt) reader.add('closed_at', 'Сделка не бывает раньше лида.');
  const status = reader.value('status', readStatus) ?? 'new';
  const amount = reader.value('amount', readAmount);
  const phone = reader.value('phone', readPhone) ?? cells['phone'];
  const { name, email, company, comment } = cells;
  const written = reader.parse(writtenLead, { name, phone, email, company, comment });
  const basis = settings.consent_basis ? ` Согласие перенесено, основание: ${settings.consent_basis}.` : '';
  return {
    ...written,
    createdAt,
    statusAt,
    status,
    // Other systems also have expected amounts of open deals.
    amountKop: status === 'won' && amount !== undefined && amount > 0 ? amount : undefined,
    reason: (cells['reason'] ?? `Загружено из файла «${fileName}»`).slice(0, 1000),
    isRewarded: settings.rewards === true,
    historyComment: `Загружено из файла «${fileName}».${basis}`,
  };
}

/** Deals are imported by day, as they happened: the first one attaches the client. */
function dayOfDeal({ closed_at, created_at }: Cells): string {
  const date = readDate(closed_at ?? created_at ?? '');
  return 'value' in date ? date.value.day : '9999';
}

/** Imports leads. A lead of the program with the phone of a row is not changed. */
export function createLeadKind({ importLeads, undoLead }: LeadImports): Kind<LeadRow> {
  return {
    headers: HEADERS,
    order: { fields: ['closed_at', 'created_at'], toText: dayOfDeal },
    read(cells, run) {
      const lead = readLead(cells, run);
      return { key: `${lead.phone} ${cells['program'] ?? ''}`, row: { cells, lead } };
    },
    async apply(trx, { staff }, rows, { programOf, partnerOf }) {
      const phones = rows.map(({ lead }) => lead.phone);
      const known = await findLeads(trx, staff.organizationId, phones);
      const named: { key: string; program: string; row: LeadRow }[] = [];
      for (const row of rows) {
        const program = await programOf(row.cells);
        if (program === null) throw invalid({ program: ['Укажите программу.'] });
        named.push({ key: leadKey(row.lead.phone, program), program, row });
      }
      // The first row with a phone and a program creates the lead.
      const fresh = new Map<string, (typeof named)[number]>();
      for (const one of named) if (!known.has(one.key) && !fresh.has(one.key)) fresh.set(one.key, one);
      const leads: Parameters<typeof importLeads>[2][number][] = [];
      for (const { program, row } of fresh.values())
        leads.push({ ...row.lead, program, partner: await partnerOf(row.cells) });
      const ids = await importLeads(trx, staff, leads);
      const created = new Map([...fresh.keys()].map((key, at) => [key, ids[at] ?? '']));
      return named.map((one) => {
        const objectId = known.get(one.key) ?? created.get(one.key) ?? '';
        return fresh.get(one.key) === one
          ? { state: 'created', objectId }
          : { state: 'skipped', objectId, detail: 'Лид с таким телефоном уже есть.' };
      });
    },
    undo: { cause: leadCause, apply: (trx, staff, id) => undoLead(trx, staff, id, UNDONE) },
  };
}

type LeadRow = { cells: Cells; lead: ReturnType<typeof readLead> };

const leadKey = (phone: string, program: string) => `${phone} ${program}`;

/** Returns the ids of the leads with these phones, by phone and program. Leads of an import that was undone may be imported again. */
async function findLeads(trx: Db, organizationId: string, phones: readonly string[]) {
  const rows = await trx
    .selectFrom('leads')
    .select(['id', 'phone', 'program_id'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .where(
      sql<boolean>`not exists (
        select from import_rows r
        where r.organization_id = leads.organization_id and r.object_id = leads.id and r.state = 'undone')`,
    )
    .execute();
  return new Map(rows.map(({ id, phone, program_id }) => [leadKey(phone, program_id), id]));
}
