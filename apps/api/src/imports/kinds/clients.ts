import { type NewClient, routes } from '@referral-dashboard/api-contract';
import { invalid } from '../../platform/errors.ts';
import type { Headers } from '../../platform/fields/headers.ts';
import type { createClients, ImportedClient } from '../../referrals/index.ts';
import { readDate, readPhone } from '../reading/cells.ts';
import { type Cells, createRowReader, type Kind, type Run, UNDONE } from './kind.ts';
import { PROGRAM_HEADERS } from './lookups.ts';
import { clientCause } from './undo-causes.ts';

export type ClientImports = Pick<ReturnType<typeof createClients>, 'importClients' | 'deleteClient'>;

const HEADERS: Headers = {
  name: [
    'Имя или компания',
    'Наименование',
    'Полное наименование',
    'Полное имя контакта',
    'Контакт',
    'Контрагент',
    'Клиент',
    'Покупатель',
    'ФИО',
    'Имя',
    'Название компании',
    'Компания',
    'Name',
    'Client',
  ],
  phone: [
    'Телефон',
    'Рабочий телефон',
    'Мобильный телефон',
    'Контакт: Рабочий телефон',
    'Контакт: Мобильный телефон',
    'Контактный телефон',
    'Номер телефона',
    'Phone',
    'Mobile',
  ],
  email: [
    'Почта',
    'Электронная почта',
    'Рабочий e-mail',
    'Контакт: Рабочий e-mail',
    'Эл. почта',
    'Адрес электронной почты',
    'E-mail',
    'Email',
  ],
  inn: ['ИНН', 'INN', 'Tax ID'],
  external_id: ['Номер в вашей системе', 'Номер клиента', 'Код клиента', 'Код', 'ID', 'Client ID'],
  partner: ['Партнер', 'Кто привел', 'Partner', 'Referrer'],
  program: PROGRAM_HEADERS,
  starts_at: ['Дата закрепления', 'Attached on'],
};

function readClient(
  cells: Cells,
  { now, timeZone }: Run,
): { input: NewClient; starts_at: string | undefined } {
  const reader = createRowReader(cells);
  const { name, email, inn, external_id } = cells;
  const phone = reader.value('phone', readPhone);
  const starts_at = reader.value('starts_at', readDate)?.day;
  if (starts_at !== undefined && starts_at > now.toLocaleDateString('sv-SE', { timeZone }))
    reader.add('starts_at', 'Эта дата еще не наступила.');
  if (![cells['phone'], email, inn, external_id].some(Boolean))
    reader.add('phone', 'Укажите телефон, почту, ИНН или номер в вашей системе.');
  return {
    input: reader.parse(routes.createClient.body, { name, phone, email, inn, external_id }),
    starts_at,
  };
}

/** Imports clients. A known client gets the values of the row that differ; a client without a partner is attached to the one of the row. */
export const createClientKind = ({ importClients, deleteClient }: ClientImports): Kind<ClientRow> => ({
  headers: HEADERS,
  read(cells, run) {
    const { input, starts_at } = readClient(cells, run);
    const key = input.external_id ?? input.phone ?? (input.email || input.inn || input.name);
    return { key, row: { cells, input, starts_at } };
  },
  async apply(trx, run, rows, { programOf, partnerOf }) {
    const clients: ImportedClient[] = [];
    for (const { cells, input, starts_at } of rows) {
      const partner = await partnerOf(cells);
      const program = partner === null ? null : await programOf(cells);
      if (partner !== null && program === null) throw invalid({ program: ['Укажите программу.'] });
      const holder =
        partner === null || program === null
          ? undefined
          : { program, partner, ...(starts_at !== undefined && { starts_at }) };
      clients.push({ input, holder });
    }
    const states = await importClients(trx, run.staff, clients);
    return states.map(({ state, id }) => ({
      state,
      objectId: id,
      ...(state === 'skipped' && { detail: 'Такой клиент уже есть.' }),
    }));
  },
  undo: { cause: clientCause, apply: (trx, staff, id) => deleteClient(trx, staff, id, UNDONE) },
});

type ClientRow = { cells: Cells; input: NewClient; starts_at: string | undefined };
