import type { FieldErrors, ImportSettings } from '@referral-dashboard/api-contract';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Headers } from '../../platform/fields/headers.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { ReadCell } from '../reading/cells.ts';
import type { Lookups } from './lookups.ts';

/** Values of a row by field, without empty ones. */
export type Cells = Readonly<Record<string, string>>;

/** An import that is being checked or run. */
export type Run = { staff: Staff; settings: ImportSettings; fileName: string; timeZone: string; now: Date };

/** The result of a row. */
export type Applied = {
  state: 'created' | 'changed' | 'skipped';
  objectId: string;
  /** Why the row was skipped. */
  detail?: string;
};

/** Cause in the histories of objects whose import is undone. */
export const UNDONE = 'Загрузка из файла отменена';

/** How the objects of a kind are removed or canceled again. */
export type Undo = {
  /** SQL: why the object of row `r` stays; null when nothing rests on it. */
  cause: RawBuilder<string | null>;
  /** Takes locks for objects that `apply` changes one after another. */
  lock?: (trx: Db, staff: Staff, objectIds: readonly string[]) => Promise<void>;
  apply: (trx: Db, staff: Staff, objectId: string) => Promise<unknown>;
};

/** How the rows of a kind are imported. */
export type Kind<Row = unknown> = {
  headers: Headers;
  /** Fields of the file by the names that the contract has for them, where these differ. */
  fields?: Readonly<Record<string, string>>;
  /** The order in which rows are imported, by a text made of these fields. Default: the order of the file. */
  order?: { fields: readonly string[]; toText: (cells: Cells) => string };
  /**
   * Reads a row, and returns the key of its object.
   *
   * @throws ApiError 400 with the problems by field.
   */
  read(cells: Cells, run: Run): { key: string; row: Row };
  /** Takes locks that remain when rows are refused. Rows that are written one by one would take them in the order of the file. */
  lock?(trx: Db, run: Run, rows: readonly Row[], lookups: Lookups): Promise<void>;
  /**
   * Writes the objects of rows with different keys.
   *
   * @returns the results, in the order of the rows.
   * @throws ApiError when one of them is refused. The caller then writes the rows one by one.
   */
  apply(trx: Db, run: Run, rows: readonly Row[], lookups: Lookups): Promise<Applied[]>;
  undo: Undo;
};

/** Writes rows one after another. */
export async function applyEach<Row>(rows: readonly Row[], apply: (row: Row) => Promise<Applied>) {
  const applied: Applied[] = [];
  for (const row of rows) applied.push(await apply(row));
  return applied;
}

/**
 * Reads the cells of a row and collects their problems.
 *
 * @param fields as in `Kind`.
 */
export function createRowReader(cells: Cells, fields: Kind['fields'] = {}) {
  const problems: FieldErrors = {};
  return {
    /** Returns the value of a cell; undefined for an empty cell and for a problem. */
    value<Value>(field: string, read: (text: string) => ReadCell<Value>): Value | undefined {
      const text = cells[field];
      if (text === undefined) return undefined;
      const result = read(text);
      if ('value' in result) return result.value;
      problems[field] = [result.problem];
      return undefined;
    },
    add(field: string, problem: string) {
      problems[field] ??= [problem];
    },
    /** Parses the values by a schema of the contract. @throws ApiError 400 with all problems of the row. */
    parse<Schema extends z.ZodType>(schema: Schema, values: unknown): z.output<Schema> {
      const { success, data, error } = schema.safeParse(values);
      for (const { path, message } of error?.issues ?? []) {
        const name = path.join('.');
        problems[fields[name] ?? String(path[0] ?? '')] ??= [message];
      }
      if (!success || Object.keys(problems).length > 0) throw invalid(problems);
      return data;
    },
  };
}
