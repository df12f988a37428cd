import { vi } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';

type Asked = { sql: string; parameters: readonly unknown[] };

/** Statements that a database is asked from now on, with their values. */
export function askedOf(db: Db) {
  const provider = vi.spyOn(Object.getPrototypeOf(db.getExecutor()), 'executeQuery');
  return {
    end(): Asked[] {
      const seen = provider.mock.calls.map(([query]) => query as Asked);
      provider.mockRestore();
      return seen;
    },
  };
}

/** Statements that a database is asked from now on. */
export function statementsOf(db: Db) {
  const asked = askedOf(db);
  return { end: () => asked.end().map(({ sql }) => sql) };
}
