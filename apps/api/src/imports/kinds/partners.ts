import {
  type NewPartner,
  PARTNER_KIND_LABELS,
  type PartnerKind,
  routes,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Headers } from '../../platform/fields/headers.ts';
import type { createPartners } from '../../referrals/index.ts';
import { type ReadCell, readDate, readPhone } from '../reading/cells.ts';
import { applyEach, type Cells, createRowReader, type Kind, type Run, UNDONE } from './kind.ts';
import { PROGRAM_HEADERS } from './lookups.ts';
import { partnerCause } from './undo-causes.ts';

export type PartnerWrites = ReturnType<typeof createPartners>['writes'];

const HEADERS: Headers = {
  phone: [
    'Телефон',
    'Рабочий телефон',
    'Мобильный телефон',
    'Мобильный',
    'Контактный телефон',
    'Номер телефона',
    'Phone',
    'Mobile',
  ],
  full_name: [
    'ФИО',
    'Полное имя',
    'Полное имя контакта',
    'Контакт',
    'Партнер',
    'Наименование',
    'Full name',
    'Name',
  ],
  last_name: ['Фамилия', 'Last name', 'Surname'],
  first_name: ['Имя', 'First name'],
  father_name: ['Отчество', 'Middle name'],
  company_name: ['Название компании', 'Компания', 'Организация', 'Company'],
  kind: ['Вид партнера', 'Вид', 'Правовая форма', 'Type'],
  inn: ['ИНН', 'INN', 'Tax ID'],
  email: [
    'Почта',
    'Электронная почта',
    'Рабочий e-mail',
    'Email рабочий',
    'Эл. почта',
    'Адрес электронной почты',
    'E-mail',
    'Email',
  ],
  tags: ['Метки', 'Теги', 'Tags'],
  note: ['Заметка', 'Комментарий', 'Примечание', 'Note', 'Comment'],
  contract_number: ['Номер договора', 'Договор', 'Contract number'],
  contract_date: ['Дата договора', 'Contract date'],
  program: PROGRAM_HEADERS,
};

const KINDS: readonly [PartnerKind, RegExp][] = [
  ['self_employed', /^(самозанят|сз$|нпд)/],
  ['ip', /^(ип$|ип |индивидуальн)/],
  ['legal', /^(юр|ооо|ао$|организация|компания)/],
  ['individual', /^(физ|частное)/],
];

function readKind(text: string): ReadCell<PartnerKind> {
  const word = text.toLowerCase();
  const kind = KINDS.find(([, pattern]) => pattern.test(word))?.[0];
  const names = Object.values(PARTNER_KIND_LABELS).map((label) => `«${label}»`);
  return kind === undefined ? { problem: `Неизвестный вид. Можно: ${names.join(', ')}.` } : { value: kind };
}

/** Splits «Петров Олег Иванович» into the fields of a card. */
function splitName(cells: Cells): Partial<NewPartner> {
  const [last_name = '', first_name = '', ...rest] = (cells['full_name'] ?? '').split(/\s+/);
  const father_name = rest.join(' ');
  const parts = { last_name, first_name, father_name };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== ''));
}

function readCard(cells: Cells): NewPartner {
  const reader = createRowReader(cells);
  const { full_name: _name, program: _program, ...texts } = cells;
  return reader.parse(routes.createPartner.body, {
    ...splitName(cells),
    ...texts,
    phone: reader.value('phone', readPhone) ?? cells['phone'],
    kind: reader.value('kind', readKind),
    contract_date: reader.value('contract_date', readDate)?.day,
    tags: cells['tags']
      ?.split(/[,;]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  });
}

/** Imports cards of partners. A card with the phone of a row gets the values of the row that differ. */
export function createPartnerKind(writes: PartnerWrites): Kind<PartnerRow> {
  /** Creates cards. @returns the ids by phone. */
  async function create(trx: Db, { staff }: Run, rows: readonly (PartnerRow & { program: string | null })[]) {
    const cards = await writes.toNewCards(
      trx,
      staff,
      rows.map(({ input }) => input),
    );
    const ids = await writes.insert(
      trx,
      staff,
      cards.map((card, at) => ({ card, program: rows[at]?.program })),
    );
    return new Map(rows.map(({ input }, at) => [input.phone, ids[at] ?? '']));
  }

  async function change(trx: Db, { staff }: Run, id: string, input: NewPartner, program: string | null) {
    const card = await writes.read(trx, staff, id);
    const { phone: _phone, program: _program, ...fields } = input;
    const differs = ([field, value]: [string, unknown]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(card[field as keyof typeof card]);
    const patch = Object.fromEntries(Object.entries(fields).filter(differs));
    const isChanged = Object.keys(patch).length > 0;
    if (isChanged) await writes.update(trx, staff, id, { ...patch, version: card.version });
    const isNew = program !== null && !(await takesPart(trx, staff.organizationId, program, id));
    if (isNew) await writes.enroll(trx, staff, program, [id]);
    return isChanged || isNew
      ? { state: 'changed' as const, objectId: id }
      : { state: 'skipped' as const, objectId: id, detail: 'Такой партнер уже есть.' };
  }

  return {
    headers: HEADERS,
    read(cells) {
      const input = readCard(cells);
      return { key: input.phone, row: { cells, input } };
    },
    async apply(trx, run, rows, { programOf }) {
      const phones = rows.map(({ input }) => input.phone);
      const known = await findPartners(trx, run.staff.organizationId, phones);
      const named: (PartnerRow & { program: string | null })[] = [];
      for (const row of rows) named.push({ ...row, program: await programOf(row.cells) });
      const created = await create(
        trx,
        run,
        named.filter(({ input }) => !known.has(input.phone)),
      );
      return applyEach(named, async ({ input, program }) => {
        const objectId = created.get(input.phone);
        return objectId === undefined
          ? change(trx, run, known.get(input.phone) ?? '', input, program)
          : { state: 'created', objectId };
      });
    },
    undo: { cause: partnerCause, apply: (trx, staff, id) => writes.archive(trx, staff, id, UNDONE) },
  };
}

type PartnerRow = { cells: Cells; input: NewPartner };

/** Returns the ids of the partners with these phones. */
async function findPartners(trx: Db, organizationId: string, phones: readonly string[]) {
  const rows = await trx
    .selectFrom('partners')
    .select(['id', 'phone'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .execute();
  return new Map(rows.map(({ id, phone }) => [phone, id]));
}

const takesPart = async (trx: Db, organizationId: string, programId: string, partnerId: string) => {
  const found = await trx
    .selectFrom('enrollments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst();
  return found !== undefined;
};
