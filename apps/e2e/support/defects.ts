import type { Page } from '@playwright/test';
import { misfits, oddSizes } from './geometry.ts';
import { holes, latinWords, textOf } from './text.ts';
import { wordsNeverSaid } from './words.ts';

/**
 * Latin letters that belong to the data: addresses of people, sites and links, numbers of receipts, hashes of documents,
 * names of two keys, of browsers, systems, files and code pages, the letter that banks take for «№», and the mark of an
 * advertisement.
 */
const ofTheData =
  /[\w.]+@example\.(ru|com)|(https?:\/\/|127\.0\.0\.1)[\w./:-]+|(\/ref\/)?\bdemo-[\w-]+|\b(Enter|Esc)\b|\b(Chrome|Linux)\b|Excel|XLSX|CSV|SVG|PDF|UTF-8|Windows-1251|«N»|2d\d{8}|SHA-256: [\da-f]{64}/g;

/** Words that are not Russian or that docs/words.md forbids, holes where a value should be, and what does not fit, on a page with the demo data. */
export async function defects(page: Page): Promise<string[]> {
  const text = await textOf(page);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')}`));
  return [
    ...latinWords(text.replace(ofTheData, '')),
    ...holes(text),
    ...wordsNeverSaid(text),
    ...links.filter((href) => holes(href).length > 0),
    ...(await misfits(page)),
    ...(await oddSizes(page)),
  ];
}
