import type { z } from 'zod';
import { email } from '../../values/email.ts';
import { text } from '../../values/text.ts';
import { buildRecord } from '../../values/values.ts';

type WrittenField = {
  /** Name of the field in cards, the journal and exports. */
  label: string;
  /** Label of the input, if it differs. */
  inputLabel?: string;
  /** Several lines of text. */
  isLong?: boolean;
  /** Width of the column in exports, in characters. */
  width: number;
  schema: z.ZodType<string>;
};

/**
 * Fields of a lead that users write, in the order of forms, cards and exports. Forms, the card, the journal, exports and the table read this
 * record, so that a new field needs an entry here and a column.
 */
export const LEAD_FIELDS = {
  name: { label: 'Имя', width: 28, schema: text({ min: 2, max: 150 }) },
  email: { label: 'Почта', inputLabel: 'Электронная почта', width: 26, schema: email },
  company: { label: 'Компания', width: 26, schema: text({ max: 300, blank: true }) },
  comment: { label: 'Комментарий', isLong: true, width: 40, schema: text({ max: 2000, blank: true }) },
} as const satisfies Record<string, WrittenField>;
export type LeadField = keyof typeof LEAD_FIELDS;
export const LEAD_FIELD_NAMES = Object.keys(LEAD_FIELDS) as LeadField[];

/** Returns a record with a value for each written field. */
export const eachLeadField = <Value>(choose: (field: LeadField) => Value): Record<LeadField, Value> =>
  buildRecord(LEAD_FIELD_NAMES, choose);

/** Labels of the editable fields. The history of a lead and the journal read this record. */
export const LEAD_FIELD_LABELS = {
  ...eachLeadField((field): string => LEAD_FIELDS[field].label),
  deal_amount_kop: 'Сумма сделки',
} as const;
