import {
  BANK_FILE_FIELDS,
  type BankFileField,
  type BankFileTemplate,
  USUAL_TEMPLATES,
} from '@referral-dashboard/api-contract';
import type { Rail } from './rails.ts';

/** A column in the form. Columns excluded from the file are listed too, so that they can be added. */
export type TemplateColumn = { field: BankFileField; title: string; isShown: boolean };
export type TemplateValues = Omit<BankFileTemplate, 'columns'> & { columns: readonly TemplateColumn[] };

const FIELDS = Object.keys(BANK_FILE_FIELDS) as BankFileField[];

/** Columns in the file in their order, then the other fields in default order. */
export function columnsOf(shown: BankFileTemplate['columns']): TemplateColumn[] {
  const named = new Set<string>(shown.map(({ field }) => field));
  return [
    ...shown.map((column) => ({ ...column, isShown: true })),
    ...FIELDS.filter((field) => !named.has(field)).map((field) => ({
      field,
      title: BANK_FILE_FIELDS[field],
      isShown: false,
    })),
  ];
}

/** Default columns of a payment rail. */
export const usualColumns = (rail: Rail) =>
  columnsOf(USUAL_TEMPLATES.find((one) => one.rail === rail)?.columns ?? []);

export const valuesOf = (template: BankFileTemplate): TemplateValues => ({
  ...template,
  columns: columnsOf(template.columns),
});

export const templateOf = ({ columns, ...rest }: TemplateValues): BankFileTemplate => ({
  ...rest,
  columns: columns.filter(({ isShown }) => isShown).map(({ field, title }) => ({ field, title })),
});

/** Initial values of a new template. */
export const newTemplate = (): TemplateValues => ({
  name: '',
  rail: 'bank_account',
  columns: usualColumns('bank_account'),
  separator: ';',
  encoding: 'utf-8',
  has_header: true,
});

/** Columns with one of them added after the shown columns, or removed. */
export function toggled(columns: readonly TemplateColumn[], field: BankFileField): TemplateColumn[] {
  const changed = columns.map((one) => (one.field === field ? { ...one, isShown: !one.isShown } : one));
  const moved = changed.filter((one) => one.field === field);
  const rest = changed.filter((one) => one.field !== field);
  return [...rest.filter(({ isShown }) => isShown), ...moved, ...rest.filter(({ isShown }) => !isShown)];
}

/** Columns with one of them moved up or down among the columns of the file; unchanged at the edge. */
export function moved(
  columns: readonly TemplateColumn[],
  field: BankFileField,
  by: -1 | 1,
): readonly TemplateColumn[] {
  const from = columns.findIndex((one) => one.field === field);
  const [one, other] = [columns[from], columns[from + by]];
  if (!one || !other?.isShown) return columns;
  return columns.with(from, other).with(from + by, one);
}
