import type { Mapping } from '../platform/fields/headers.ts';

/** Returns why a row is part of a report and no object, or undefined. */
export type ReportRowRule = (cells: readonly string[]) => string | undefined;

const TOTAL = /^(итого|итог|всего)(?!\p{L})/iu;
/** A sum, with or without spaces between thousands. Does not match a phone with spaces. */
const SUM = /^-?\d{1,3}(?:[\s\u00a0\u202f']?\d{3})*(?:[.,]\d+)?(?:[\s\u00a0]*(?:₽|руб\.?|р\.))?$/u;
/** Phones and ИНН. */
const LONG_NUMBER = /\d{10}/;
/** In a narrower table a text without sums may be the name of an object. */
const MIN_COLUMNS = 3;

/** Fields whose values groups add up. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'vat']);

const isSum = (cell: string) => SUM.test(cell) && !LONG_NUMBER.test(cell);

/**
 * Recognizes the rows of reports between and below the rows of objects: totals, titles of groups, and the header on each page. The rule knows their
 * shape only, so it is asked about rows that are no object.
 */
export function createReportRowRule(titles: readonly string[], mapping: Mapping): ReportRowRule {
  const notAmounts = Object.entries(mapping).flatMap(([field, column]) =>
    AMOUNTS.has(field) ? [] : [column],
  );
  return (cells) => {
    const filled = cells.filter(Boolean);
    const [text = '', ...texts] = filled.filter((cell) => !isSum(cell));
    if (cells.every((cell, column) => cell === titles[column])) return 'Повтор заголовков.';
    if (TOTAL.test(filled[0] ?? '')) return 'Строка итогов.';
    // A text without sums in a mapped column may be an object without its other values.
    const isTitle = texts.length === 0 && (filled.length > 1 || !notAmounts.includes(cells.indexOf(text)));
    const isGroup =
      titles.length >= MIN_COLUMNS &&
      text !== '' &&
      isTitle &&
      !/\d/.test(text) &&
      !notAmounts.some((column) => isSum(cells[column] ?? ''));
    return isGroup ? 'Похоже на заголовок группы: в строке только название и суммы.' : undefined;
  };
}
