import type { Page } from '@playwright/test';
import { misfits, oddSizes } from './geometry.ts';
import { holes, latinWords, textOf } from './text.ts';
import { wordsNeverSaid } from './words.ts';

/**
 * Latin text that is part of the data: e-mail addresses, links, receipt numbers, document hashes, names of keys, browsers, systems,
 * files and code pages, the letter N that banks accept in place of «№», and the advertising token.
 */
const dataText =
  /[\w.]+@example\.(ru|com)|(https?:\/\/|127\.0\.0\.1)[\w./:-]+|(\/ref\/)?\bdemo-[\w-]+|\b(Enter|Esc)\b|\b(Chrome|Linux)\b|Excel|XLSX|CSV|SVG|PDF|UTF-8|Windows-1251|«N»|2d\d{8}|SHA-256: [\da-f]{64}/g;

/** Defects of a page with demo data: words that are not Russian or that docs/words.md forbids, missing values, and overflowing content. */
export async function defects(page: Page): Promise<string[]> {
  const text = await textOf(page);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')}`));
  return [
    ...latinWords(text.replace(dataText, '')),
    ...holes(text),
    ...wordsNeverSaid(text),
    ...links.filter((href) => holes(href).length > 0),
    ...(await misfits(page)),
    ...(await oddSizes(page)),
  ];
}
