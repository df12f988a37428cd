import type { ImportField } from '@referral-dashboard/api-contract';
import type { Mapping } from './columns.ts';
import { readPhone } from './reading/cells.ts';

/** Returns why a row is part of a report and no object, or undefined. */
export type ReportRowRule = (cells: readonly string[]) => string | undefined;

const TOTAL = /^(итого|итог|всего)(?!\p{L})/iu;
/** A sum, with or without spaces between thousands. A phone with spaces is none. */
const SUM = /^-?\d{1,3}(?:[\s\u00a0\u202f']?\d{3})*(?:[.,]\d+)?(?:[\s\u00a0]*(?:₽|руб\.?|р\.))?$/u;
/** Phones and ИНН. */
const LONG_NUMBER = /\d{10}/;
/** In a narrower table a text without sums may be the name of an object. */
const MIN_COLUMNS = 3;

const isSum = (cell: string) => SUM.test(cell) && !LONG_NUMBER.test(cell);

/** Finds the rows of reports between and below the rows of objects: totals, titles of groups, and the header on each page. */
export function createReportRowRule(
  fields: Readonly<Record<string, ImportField>>,
  mapping: Mapping,
  titles: readonly string[],
): ReportRowRule {
  const required = Object.entries(mapping).flatMap(([field, column]) =>
    fields[field]?.required ? [column] : [],
  );
  return (cells) => {
    const filled = cells.filter(Boolean);
    const others = filled.filter((cell) => !isSum(cell));
    if (cells.every((cell, column) => cell === titles[column])) return 'Повтор заголовков.';
    if (TOTAL.test(filled[0] ?? '') && !others.some(isPhone)) return 'Строка итогов.';
    const isGroup =
      titles.length >= MIN_COLUMNS &&
      others.length === 1 &&
      others.every((cell) => !/\d/.test(cell)) &&
      required.some((column) => !cells[column]);
    return isGroup ? 'Похоже на заголовок группы: в строке только название и суммы.' : undefined;
  };
}

const isPhone = (cell: string) => 'value' in readPhone(cell);
