import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { emptyTables } from '../../src/testing/empty.ts';

let database: TestDatabase | undefined;

/** The one database of a test file, without a row in it: far quicker than a new one for each test. */
export async function emptyDatabase(): Promise<TestDatabase> {
  if (database === undefined) database = await reusedDatabase();
  else await emptyTables(database.db, ['organizations', 'users', 'rate_limits']);
  return database;
}

/** At the end of the file. */
export async function dropDatabase() {
  await database?.drop();
  database = undefined;
}
