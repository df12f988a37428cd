import {
  BANK_FILE_FIELDS,
  type BankFileField,
  type BankFileTemplate,
  DEFAULT_TEMPLATES,
} from '@referral-dashboard/api-contract';

/** A column in the form. Columns excluded from the file are listed too, so that they can be added. */
export type TemplateColumn = { field: BankFileField; title: string; isShown: boolean };
export type TemplateValues = Omit<BankFileTemplate, 'columns'> & { columns: readonly TemplateColumn[] };

const FIELDS = Object.keys(BANK_FILE_FIELDS) as BankFileField[];

/** Columns in the file in their order, then the other fields in default order. */
export function toColumns(fileColumns: BankFileTemplate['columns']): TemplateColumn[] {
  const fileFields = new Set<string>(fileColumns.map(({ field }) => field));
  return [
    ...fileColumns.map((column) => ({ ...column, isShown: true })),
    ...FIELDS.filter((field) => !fileFields.has(field)).map((field) => ({
      field,
      title: BANK_FILE_FIELDS[field],
      isShown: false,
    })),
  ];
}

/** Default columns of a payment rail. */
export const getDefaultColumns = (rail: BankFileTemplate['rail']) =>
  toColumns(DEFAULT_TEMPLATES.find((template) => template.rail === rail)?.columns ?? []);

export const toValues = (template: BankFileTemplate): TemplateValues => ({
  ...template,
  columns: toColumns(template.columns),
});

export const toTemplate = ({ columns, ...fields }: TemplateValues): BankFileTemplate => ({
  ...fields,
  columns: columns.filter(({ isShown }) => isShown).map(({ field, title }) => ({ field, title })),
});

/** Initial values of a new template. */
export const createTemplate = (): TemplateValues => ({
  name: '',
  rail: 'bank_account',
  columns: getDefaultColumns('bank_account'),
  separator: ';',
  encoding: 'utf-8',
  has_header: true,
});

/** Columns with one of them added after the shown columns, or removed. */
export function toggleColumn(columns: readonly TemplateColumn[], field: BankFileField): TemplateColumn[] {
  const columnsAfterToggle = columns.map((column) =>
    column.field === field ? { ...column, isShown: !column.isShown } : column,
  );
  const toggledColumns = columnsAfterToggle.filter((column) => column.field === field);
  const otherColumns = columnsAfterToggle.filter((column) => column.field !== field);
  return [
    ...otherColumns.filter(({ isShown }) => isShown),
    ...toggledColumns,
    ...otherColumns.filter(({ isShown }) => !isShown),
  ];
}

/** Columns with one of them moved up or down among the columns of the file; unchanged at the edge. */
export function moveColumn(
  columns: readonly TemplateColumn[],
  field: BankFileField,
  offset: -1 | 1,
): readonly TemplateColumn[] {
  const index = columns.findIndex((column) => column.field === field);
  const [column, neighbor] = [columns[index], columns[index + offset]];
  if (!column || !neighbor?.isShown) return columns;
  return columns.with(index, neighbor).with(index + offset, column);
}
