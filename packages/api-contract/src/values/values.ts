import { z } from 'zod';
import { text } from './text.ts';
import { EMPTY, REQUIRED } from './text-messages.ts';

type Issue = { input?: unknown };
const otherwise = (sentence: string) => (issue: Issue) =>
  issue.input === undefined ? REQUIRED : issue.input === null ? EMPTY : sentence;

/** Schema of an integer within bounds. */
export const integer = ({ min, max }: { min: number; max: number }) =>
  z
    .number({ error: otherwise('Введите целое число.') })
    .int('Введите целое число.')
    .min(min, `Не меньше ${min}.`)
    .max(max, `Не больше ${max}.`);

/** Schema of the version of an object that the caller has read. A change is refused when the object has a newer one. */
export const version = integer({ min: 1, max: 2_147_483_647 });

/** Schema of one of the listed values. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: otherwise('Недопустимое значение.') });

/** Schema of a boolean. */
export const flag = z.boolean({ error: otherwise('Допустимы true и false.') });

/** Schema of a UUID. */
export const id = z.uuid({ error: otherwise('Введите правильный идентификатор.') });

const FIRST_MOMENT = Date.UTC(2000, 0, 1);
const LAST_MOMENT = Date.UTC(2200, 0, 1);

/** Schema of a moment in ISO 8601 with an offset, between the years 2000 and 2200, converted to UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: otherwise('Введите дату и время в формате ISO 8601.') })
  .refine((value) => isWithin(Date.parse(value)), 'Дата вне допустимых пределов.')
  .transform((value) => new Date(value).toISOString());

/** Schema of a date `2026-08-21`, between the years 2000 and 2200. */
export const day = z.iso
  .date({ error: otherwise('Введите дату в формате ГГГГ-ММ-ДД.') })
  .refine((value) => isWithin(Date.parse(value)), 'Дата вне допустимых пределов.');

/** Schema of a year `2026`, between 2000 and 2199. */
export const year = z
  .string({ error: otherwise('Введите год в формате ГГГГ.') })
  .regex(/^2[01]\d\d$/, 'Введите год в формате ГГГГ.');

/** Schema of a month `2026-08`, between the years 2000 and 2199. */
export const month = z
  .string({ error: otherwise('Введите месяц в формате ГГГГ-ММ.') })
  .regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Введите месяц в формате ГГГГ-ММ.');

const isWithin = (time: number) => Number.isNaN(time) || (time >= FIRST_MOMENT && time <= LAST_MOMENT);

/** Schema of a page URL of at most 500 characters, or an empty string. */
export const pageUrl = text({ max: 500, blank: true }).refine(
  (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
  'Введите адрес вида https://example.ru.',
);

// Networks resolve these names only inside, so a visitor cannot open them.
const PRIVATE_DOMAIN = /\.(local|localhost|localdomain|internal|intranet|lan|home|corp|arpa|test|invalid)$/;

function isPublicPage(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isPublicHost = /\.[a-z][a-z\d-]+$/.test(hostname) && !PRIVATE_DOMAIN.test(hostname);
  return protocol === 'https:' && isPublicHost && username === '' && password === '';
}

/** Schema of the URL of a page that everyone can open over HTTPS, of at most 500 characters, or an empty string. */
export const publicPageUrl = text({ max: 500, blank: true }).refine(
  (value) => value === '' || isPublicPage(value),
  'Введите адрес страницы, которую может открыть каждый: https://example.ru.',
);

/** Schema of query parameters. Unknown parameters are refused. */
export const queryParameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? 'Неизвестный параметр.' : 'Введите параметры.'),
  });

/** Schema of an object whose unknown fields are refused. */
export const changes = <Shape extends z.ZodRawShape>(shape: Shape, sentence = 'Введите изменения.') =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? 'Это поле здесь не изменить.' : sentence),
  });

/** Schema of a list of 1 to 1000 ids. `one` names what to select, in the accusative: «один лид». */
export const selectedIds = (one: string) =>
  z
    .array(id, 'Введите список идентификаторов.')
    .min(1, `Выберите хотя бы ${one}.`)
    .max(1000, 'Не больше 1000.');

/** Schema of `selectedIds` without duplicates: equal ids count once in the result. */
export const uniqueSelectedIds = (one: string) => selectedIds(one).transform((ids) => [...new Set(ids)]);

/** Returns a record with a value for each name. */
export const buildRecord = <Name extends string, Value>(
  names: readonly Name[],
  choose: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, choose(name)])) as Record<Name, Value>;

/** Message for a file that cannot be read. */
export const DAMAGED_FILE = 'Файл поврежден. Выберите его снова.';

/** Returns true for base64 with padding. Runs in linear time, because files of 24 MB are tested. */
export const isBase64 = (value: string) => value.length % 4 === 0 && !/[^A-Za-z0-9+/=]|=(?!=?$)/.test(value);

/** Schema of a file in base64. `missing` is the message for a value that is no string. */
export const base64File = (missing: string) =>
  z.string(missing).min(1, 'Файл пуст.').refine(isBase64, DAMAGED_FILE);

/** Returns the length of the base64 text of a file, in characters. */
export const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;
