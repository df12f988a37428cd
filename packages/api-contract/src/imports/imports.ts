import { z } from 'zod';
import { CLIENT_FIELD_LABELS } from '../referrals/clients/clients.ts';
import type { Position } from '../values/roles/roles.ts';
import { text } from '../values/text.ts';
import { base64File, base64Length, flag, id, integer, oneOf, queryParameters } from '../values/values.ts';

export const MAX_IMPORT_ROWS = 50_000;
export const MAX_IMPORT_COLUMNS = 200;
/** Maximum size of a file, in bytes. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** Days after which the contents of the rows of a file are deleted. */
export const IMPORT_DAYS = 30;

export const IMPORT_KINDS = ['partners', 'leads', 'clients', 'sales', 'balances'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
export const IMPORT_KIND_LABELS = {
  partners: 'Партнеры',
  leads: 'Лиды',
  clients: 'Клиенты',
  sales: 'Продажи',
  balances: 'Остатки',
} as const satisfies Record<ImportKind, string>;
/** Explanation of an imported opening balance whose row has none. */
export const OPENING_BALANCE = 'Остаток на начало работы';

/** Positions of employees that may import each kind. */
export const IMPORT_POSITIONS: Readonly<Record<ImportKind, readonly Position[]>> = {
  partners: ['owner', 'manager'],
  leads: ['owner', 'manager'],
  clients: ['owner', 'manager'],
  sales: ['owner', 'accountant'],
  balances: ['owner', 'accountant'],
};

/** A field that a column of a file may hold. */
export type ImportField = { label: string; hint?: string; required?: true; example: string };

/** Fields of each kind, in the order of the template. */
export const IMPORT_FIELDS = {
  partners: {
    phone: { label: 'Телефон', required: true, example: '+7 916 123-45-67' },
    full_name: { label: 'ФИО', hint: 'Если фамилия и имя в одном столбце', example: '' },
    last_name: { label: 'Фамилия', example: 'Петров' },
    first_name: { label: 'Имя', example: 'Олег' },
    father_name: { label: 'Отчество', example: 'Иванович' },
    company_name: { label: 'Название компании', example: '' },
    kind: { label: 'Вид партнера', example: 'Самозанятый' },
    inn: { label: 'ИНН', example: '' },
    email: { label: 'Почта', example: 'petrov@example.ru' },
    tags: { label: 'Метки', hint: 'Несколько меток разделяются запятой', example: 'Москва' },
    note: { label: 'Заметка', example: '' },
    contract_number: { label: 'Номер договора', example: '' },
    contract_date: { label: 'Дата договора', example: '' },
    program: { label: 'Программа', hint: 'Партнер сразу участвует в ней', example: '' },
  },
  leads: {
    name: { label: 'Имя', required: true, example: 'Ирина Соколова' },
    phone: { label: 'Телефон', required: true, example: '+7 916 123-45-67' },
    email: { label: 'Почта', example: 'sokolova@example.ru' },
    company: { label: 'Компания', example: '' },
    comment: { label: 'Комментарий', example: '' },
    program: { label: 'Программа', example: '' },
    partner: { label: 'Партнер', hint: 'Телефон, почта, ИНН или имя', example: '' },
    created_at: { label: 'Дата лида', hint: 'Без нее лид получит сегодняшнюю дату', example: '24.11.2026' },
    status: { label: 'Статус', example: 'Сделка' },
    amount: { label: 'Сумма сделки', example: '15 000' },
    closed_at: { label: 'Дата сделки', example: '26.11.2026' },
    reason: { label: 'Причина отказа', example: '' },
  },
  clients: {
    name: { label: CLIENT_FIELD_LABELS.name, required: true, example: 'ООО «Ромашка»' },
    phone: { label: CLIENT_FIELD_LABELS.phone, example: '+7 916 123-45-67' },
    email: { label: CLIENT_FIELD_LABELS.email, example: 'office@example.ru' },
    inn: { label: CLIENT_FIELD_LABELS.inn, example: '' },
    external_id: { label: CLIENT_FIELD_LABELS.external_id, example: '1042' },
    partner: { label: 'Партнер', hint: 'Телефон, почта, ИНН или имя', example: '' },
    program: { label: 'Программа', example: '' },
    starts_at: {
      label: 'Дата закрепления',
      hint: 'Без нее клиент закрепится с сегодняшнего дня',
      example: '',
    },
  },
  sales: {
    external_id: { label: 'Номер продажи', required: true, example: 'С-1042' },
    amount: { label: 'Сумма', required: true, example: '15 000' },
    paid_on: { label: 'Дата оплаты', required: true, example: '24.11.2026' },
    phone: { label: 'Телефон клиента', example: '+7 916 123-45-67' },
    email: { label: 'Почта клиента', example: '' },
    inn: { label: 'ИНН клиента', example: '' },
    client_id: { label: 'Номер клиента', hint: 'Номер в вашей системе', example: '' },
    name: { label: 'Клиент', example: 'ООО «Ромашка»' },
    product: { label: 'Товар', example: '' },
    vat: { label: 'НДС', example: '' },
    comment: { label: 'Комментарий', example: '' },
    program: { label: 'Программа', hint: 'Нужна, если клиент закреплен в нескольких', example: '' },
    refund_of: { label: 'Возврат по продаже', hint: 'Номер продажи, деньги за которую вернули', example: '' },
  },
  balances: {
    partner: {
      label: 'Партнер',
      hint: 'Телефон, почта, ИНН или имя',
      required: true,
      example: '+7 916 123-45-67',
    },
    amount: { label: 'Сумма, ₽', hint: 'Сколько вы должны партнеру', required: true, example: '15 000,50' },
    as_of: {
      label: 'На дату',
      hint: 'День, на который посчитан остаток',
      required: true,
      example: '01.09.2026',
    },
    program: { label: 'Программа', example: '' },
    explanation: {
      label: 'Основание',
      hint: `Партнер увидит его. Без него будет «${OPENING_BALANCE}»`,
      example: 'Остаток по договору 15',
    },
    external_id: { label: 'Номер в вашей системе', hint: 'По нему строка не загрузится дважды', example: '' },
  },
} as const satisfies Record<ImportKind, Record<string, ImportField>>;

/** Returns the fields of a kind by their names. */
export const importFields = (kind: ImportKind): Readonly<Record<string, ImportField>> => IMPORT_FIELDS[kind];

/** Returns whether the rows of a kind that name no program take one from the settings. A sale takes the one of its client. */
export const takesImportProgram = (kind: ImportKind) => kind !== 'sales';

export const IMPORT_STATES = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'canceled',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
/** States in which the server works on an import. */
export const WORKING_IMPORT_STATES = [
  'checking',
  'running',
  'undoing',
] as const satisfies readonly ImportState[];
export type WorkingImportState = (typeof WORKING_IMPORT_STATES)[number];
export const isWorkingImport = (state: ImportState): state is WorkingImportState =>
  WORKING_IMPORT_STATES.some((working) => working === state);
/** States of a row. Before the import runs, they are the ones that a run would lead to. */
export const IMPORT_ROW_STATES = ['waiting', 'created', 'changed', 'skipped', 'refused', 'undone'] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];

const kind = oneOf(IMPORT_KINDS);

export const newImport = z.object({
  kind,
  name: text({ max: 200 }),
  data: base64File('Выберите файл.')
    .max(base64Length(MAX_IMPORT_BYTES), 'Файл больше 10 МБ. Разделите его на части.')
    .describe('The file in base64: CSV or XLSX.'),
});
export type NewImport = z.output<typeof newImport>;

/** Unlike `z.record`, an object with a catchall adds no code to the pages of the dashboard. */
const mapping = z.object({}, 'Выберите столбцы.').catchall(integer({ min: 0, max: MAX_IMPORT_COLUMNS - 1 }));

/** How a file is read. */
export const importSettings = z.object({
  mapping: mapping.describe('Column of each field, from 0.'),
  program: id.nullish().describe('Program of the rows that name none. Refused for sales.'),
  rewards: flag.optional().describe('Deals of leads are rewarded. Default: false.'),
  consent_basis: text({ max: 300, blank: true })
    .optional()
    .describe('Basis of the consent of leads that were collected elsewhere.'),
});
export type ImportSettings = z.output<typeof importSettings>;

/** Rows at the beginning of a file among which the header is. */
export const IMPORT_HEADER_ROWS = 20;

export const importHeader = z.object({
  row: integer({ min: 1, max: 2_147_483_647 }).describe('Number of the row in the file, from 1.'),
});
export type ImportHeader = z.output<typeof importHeader>;

const counts = z.object(
  Object.fromEntries(IMPORT_ROW_STATES.map((state) => [state, z.int()])) as Record<ImportRowState, z.ZodInt>,
);

export const importView = z.object({
  id: z.uuid(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  name: z.string().describe('Name of the file.'),
  created_at: z.iso.datetime(),
  created_by: z.string().describe('Name of the employee.'),
  columns: z
    .array(
      z.object({ title: z.string(), samples: z.array(z.string()).describe('Values of the first rows.') }),
    )
    .describe('Empty when the contents of the file are deleted.'),
  header_row: z
    .int()
    .nullable()
    .describe('Number of the row with the headers; null when the contents of the file are deleted.'),
  head: z
    .array(z.object({ number: z.int(), text: z.string().describe('The first values of the row.') }))
    .describe(`The first ${IMPORT_HEADER_ROWS} rows of the file: one of them has the headers.`),
  settings: importSettings,
  total: z.int(),
  counts,
  problem: z.string().describe('Why the check or the run failed; empty otherwise.'),
});
export type ImportView = z.infer<typeof importView>;

export const importUndo = z.object({
  undone: z.int().describe('Rows whose objects are removed or canceled.'),
  kept: z.int().describe('Rows whose objects stay.'),
  causes: z
    .array(z.object({ detail: z.string(), rows: z.int() }))
    .describe('Why objects stay, the most frequent cause first.'),
});
export type ImportUndo = z.infer<typeof importUndo>;

export const imports = z.object({
  results: z.array(importView.omit({ columns: true, header_row: true, head: true, settings: true })),
});
export type Imports = z.infer<typeof imports>;

export const importsQuery = queryParameters({ kind });
export type ImportsQuery = z.output<typeof importsQuery>;

export const importRowsQuery = queryParameters({
  state: oneOf(IMPORT_ROW_STATES),
  after: z.coerce.number('Введите номер строки.').int().min(0).max(2_147_483_647).default(0),
});
export type ImportRowsQuery = z.output<typeof importRowsQuery>;

export const importRows = z.object({
  results: z
    .array(
      z.object({
        number: z.int().describe('Number of the row in the file.'),
        text: z.string().describe('The first values of the row.'),
        reasons: z.array(
          z.object({ field: z.string().nullable(), column: z.string().nullable(), detail: z.string() }),
        ),
        object: z.uuid().nullable(),
      }),
    )
    .describe('At most 50.'),
  next: z.int().nullable().describe('Value for `after`; null at the end.'),
});
export type ImportRows = z.infer<typeof importRows>;
