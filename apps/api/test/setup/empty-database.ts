import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { emptyTables } from '../../src/testing/empty.ts';

let database: TestDatabase | undefined;

/** Returns the database of the test file with empty tables. Emptying it is much faster than creating one per test. */
export async function emptyDatabase(): Promise<TestDatabase> {
  if (database === undefined) database = await reusedDatabase();
  else await emptyTables(database.db, ['organizations', 'users', 'rate_limits', 'accrual_moves']);
  return database;
}

/** Drops the database after the last test of the file. */
export async function dropDatabase() {
  await database?.drop();
  database = undefined;
}
