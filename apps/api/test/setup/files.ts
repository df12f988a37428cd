import type { Page } from '@referral-dashboard/api-contract';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { api, type Caller, ok } from './world.ts';

type Query = { noun: string; format: string; filter?: string };

const open = (caller: Caller, { noun, format, filter = '' }: Query) =>
  caller.open(`${api}/${noun}/export/?format=${format}&${filter}`);

/** The text of a CSV file as it came, with its mark of the byte order. */
export async function csvText(caller: Caller, noun: string, filter?: string) {
  const response = await open(caller, { noun, format: 'csv', ...(filter && { filter }) });
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer()).toString();
}

/** The rows of a CSV file, by the titles of its columns. */
export const csvRows = async (caller: Caller, noun: string, filter?: string) =>
  parse(await csvText(caller, noun, filter), { bom: true, columns: true, delimiter: ';' }) as Record<
    string,
    string
  >[];

/** The rows of a workbook, by the titles of its columns, read by a library that did not write it. */
export async function xlsxRows(caller: Caller, noun: string, filter?: string) {
  const response = await open(caller, { noun, format: 'xlsx', ...(filter && { filter }) });
  const [sheet] = await readXlsx(Buffer.from(await response.arrayBuffer()));
  const [titles = [], ...rows] = sheet?.data ?? [];
  return {
    sheet: sheet?.sheet,
    rows: rows.map((row) => Object.fromEntries(titles.map((title, at) => [String(title), row[at]]))),
  };
}

/** Values of one column, row by row. */
export const column = <Cell>(rows: readonly Record<string, Cell>[], title: string) =>
  rows.map((row) => row[title]);

/** Every row of a list, page after page. */
export async function listed<Item>(caller: Caller, noun: string, query: string): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page<Item> = ok(
      await caller.get(`${api}/${noun}/?page_size=100&${query}${cursor && `&cursor=${cursor}`}`),
    );
    all.push(...page.results);
    cursor = page.next;
  }
  return all;
}

/** Text of a PDF, by a reader that did not write it. */
export async function pdfText(bytes: Uint8Array) {
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
