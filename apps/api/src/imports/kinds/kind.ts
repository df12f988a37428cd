import type { FieldErrors, ImportSettings } from '@referral-dashboard/api-contract';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { Headers } from '../columns.ts';
import type { ReadCell } from '../reading/cells.ts';

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

/** How the rows of a kind are imported. */
export type Kind = {
  headers: Headers;
  /** The order in which rows are imported, by a text made of these fields. Default: the order of the file. */
  order?: { fields: readonly string[]; toText: (cells: Cells) => string };
  /**
   * Reads a row, and returns the key of its object and the function that writes it.
   *
   * @throws ApiError 400 with the problems by field.
   */
  read: (cells: Cells, run: Run) => { key: string; apply: (trx: Db) => Promise<Applied> };
};

/** Reads the cells of a row and collects their problems. */
export function createRowReader(cells: Cells) {
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
      for (const { path, message } of error?.issues ?? []) problems[String(path[0] ?? '')] ??= [message];
      if (!success || Object.keys(problems).length > 0) throw invalid(problems);
      return data;
    },
  };
}
