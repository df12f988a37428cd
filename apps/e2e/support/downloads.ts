import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';

/** Exports the current list and returns the downloaded file. */
async function exportList(page: Page, format: RegExp): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Экспорт' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await saved).path());
}

/** Rows of the list exported as CSV, keyed by column title. */
export async function csvRows(page: Page) {
  const text = await exportList(page, /CSV/);
  return parse<Record<string, string>>(text, { bom: true, columns: true, delimiter: ';' });
}

/** Number of rows of the list exported as XLSX, without the header. */
export async function xlsxCount(page: Page): Promise<number> {
  const [sheet] = await readXlsx(await exportList(page, /XLSX/));
  return (sheet?.data.length ?? 0) - 1;
}
