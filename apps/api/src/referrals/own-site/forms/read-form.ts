import { createHash } from 'node:crypto';
import { LEAD_FIELDS, type NewConversion, newConversion } from '@referral-dashboard/api-contract';
import { invalid } from '../../../platform/errors.ts';
import { guessMapping } from '../../../platform/fields/headers.ts';
import { LEAD_HEADERS } from './lead-headers.ts';

/** Hidden fields that `/snippet.js` fills. */
const CLICK_FIELDS = ['ref', 'click_id', 'first_ref', 'first_click_id'] as const;

/** Name of a lead whose form has none. */
const NO_NAME = 'Без имени';
/** Maximum number of fields that are read. */
const MAX_FIELDS = 200;

type Field = { name: string; value: string };
type Body = Readonly<Record<string, unknown>>;

/** Returns the filled fields of a form. JSON may have one level of objects, and names may be in brackets: `fields[phone]`. */
function toFields(body: Body): Field[] {
  const entries = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : [[name, value] as const],
  );
  return entries
    .slice(0, MAX_FIELDS)
    .filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]))
    .map(([name, value]) => ({ name: /\[([^[\]]+)\]$/.exec(name)?.[1] ?? name, value: String(value).trim() }))
    .filter(({ value }) => value !== '');
}

/** Tilda sends `test=test` when the address is entered. */
export const isTest = (body: Body) => body['test'] === 'test' && Object.keys(body).length === 1;

/**
 * Number of a form: that of Tilda, which repeats a form that was not answered. Other builders send none, so equal forms of one day are one.
 */
function toExternalId(fields: readonly Field[], { form, at }: { form: string; at: Date }): string {
  const number = fields.find(({ name }) => name.toLowerCase() === 'tranid')?.value;
  if (number !== undefined) return `tilda-${number}`.slice(0, 100);
  const content = JSON.stringify([form, at.toISOString().slice(0, 10), fields]);
  return `form-${createHash('sha256').update(content).digest('hex')}`;
}

/**
 * Converts a form of a site builder into a lead of the own site. Fields are recognized by their names. Only the phone is necessary: a form
 * without a name, or with an invalid e-mail, is a lead, too.
 *
 * @throws ApiError 400 for a form without a Russian phone number
 */
export function readForm(
  body: Body,
  { form, program, at }: { form: string; program: string; at: Date },
): NewConversion {
  const fields = toFields(body);
  const columns = guessMapping(
    fields.map(({ name }) => name),
    LEAD_HEADERS,
  );
  const textOf = (field: keyof typeof LEAD_HEADERS) => fields[columns[field] ?? -1]?.value ?? '';
  const keep = (field: keyof typeof LEAD_FIELDS, max: number) => {
    const read = LEAD_FIELDS[field].schema.safeParse(Array.from(textOf(field)).slice(0, max).join(''));
    return read.success ? read.data : '';
  };
  const clicks = CLICK_FIELDS.flatMap((click) => {
    const value = fields.find(({ name }) => name.toLowerCase() === click)?.value.slice(0, 200);
    return value === undefined ? [] : [[click, value] as const];
  });
  if (textOf('phone') === '') throw invalid({ phone: ['В форме нет телефона.'] });
  const read = newConversion.safeParse({
    external_id: toExternalId(fields, { form, at }),
    program,
    ...Object.fromEntries(clicks),
    name: keep('name', 150) || NO_NAME,
    phone: textOf('phone'),
    ...{ email: keep('email', 254), company: keep('company', 300), comment: keep('comment', 2000) },
  });
  if (read.success) return read.data;
  const isPhone = read.error.issues.some(({ path: [field] }) => field === 'phone');
  throw isPhone
    ? invalid({ phone: ['Телефон не похож на российский номер.'] })
    : invalid({ form: ['В полях формы есть недопустимые знаки.'] });
}

/** Names of the filled fields of a form, for the owner who looks for the cause of a refusal. */
export function listFields(body: Body): string {
  const names = toFields(body).map(({ name }) => name.replace(/\p{Cc}/gu, '').slice(0, 40));
  return names.filter(Boolean).slice(0, 8).join(', ') || 'нет';
}
