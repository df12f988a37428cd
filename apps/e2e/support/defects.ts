import type { Page } from '@playwright/test';
import { findOffScaleFontSizes, findOverflows } from './geometry.ts';
import { findHoles, findLatinWords, readText } from './text.ts';
import { findForbiddenWords } from './words.ts';

/**
 * Latin text that is part of the data: e-mail addresses, links, receipt numbers, document hashes, names of keys, browsers, systems,
 * files and code pages, HTTP calls, headers and their standards, the letter N that banks accept in place of «№», the advertising token, and tags and hosts
 * of visits.
 */
const dataText =
  /[\w.]+@example\.(ru|com)|(https?:\/\/|127\.0\.0\.1)[\w./:-]+|(\/ref\/)?\bdemo-[\w-]+|\b(Enter|Esc)\b|\b(Chrome|Linux)\b|Excel|XLSX|CSV|SVG|PDF|UTF-8|Windows-1251|«N»|(?<![A-Za-z])(API|CRM)(?![A-Za-z])|\b(GET|POST|PATCH|DELETE)\b( \/api[\w/-]*)?|Authorization: Bearer|ref_live_[\w-]*|Standard Webhooks|Retry-After|Idempotency-Key|2d\d{8}|amoCRM|company\.bitrix24\.ru|SHA-256: [\da-f]{64}|\butm_\w+|\b(vk|dzen|yandex|telegram|social|cpc|article|messenger|osen)(\.(com|ru))?\d*\b/g;

/** Defects of a page with demo data: words that are not Russian or that docs/words.md forbids, missing values, and overflowing content. */
export async function findDefects(page: Page): Promise<string[]> {
  const text = await readText(page);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')}`));
  return [
    ...findLatinWords(text.replace(dataText, '')),
    ...findHoles(text),
    ...findForbiddenWords(text),
    ...links.filter((href) => findHoles(href).length > 0),
    ...(await findOverflows(page)),
    ...(await findOffScaleFontSizes(page)),
  ];
}
