import { vi } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';

/** Statements that a database is asked from now on. */
export function statementsOf(db: Db) {
  const seen: string[] = [];
  const provider = vi.spyOn(Object.getPrototypeOf(db.getExecutor()), 'executeQuery');
  return {
    end() {
      for (const [query] of provider.mock.calls) seen.push((query as { sql: string }).sql);
      provider.mockRestore();
      return seen;
    },
  };
}
