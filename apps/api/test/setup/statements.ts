import { vi } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';

type Query = { sql: string; parameters: readonly unknown[] };

/** Records the statements sent to a database, with their parameters, until `end`. */
export function recordQueries(db: Db) {
  const provider = vi.spyOn(Object.getPrototypeOf(db.getExecutor()), 'executeQuery');
  return {
    end(): Query[] {
      const queries = provider.mock.calls.map(([query]) => query as Query);
      provider.mockRestore();
      return queries;
    },
  };
}

/** Records the texts of the statements sent to a database, until `end`. */
export function recordStatements(db: Db) {
  const queries = recordQueries(db);
  return { end: () => queries.end().map(({ sql }) => sql) };
}
