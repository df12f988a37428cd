import { openPostgres } from '../../src/platform/db/db.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../src/testing.ts';
import { emptyDatabase } from './empty-database.ts';

/** Starts two servers on one database. On PostgreSQL each has its own connections, as two processes have. */
export async function startTwoServers(
  options: TestServerOptions = {},
): Promise<{ servers: [TestServer, TestServer]; stop: () => Promise<void> }> {
  const database = await emptyDatabase();
  const { url } = database;
  const own = url === undefined ? undefined : openPostgres(url, () => undefined);
  const first = await startTestServer({ ...options, database });
  const second = await startTestServer({
    ...options,
    people: [],
    database: { ...database, db: own ?? database.db },
  });
  return {
    servers: [first, second],
    async stop() {
      await Promise.all([first.stop(), second.stop()]);
      await own?.destroy();
    },
  };
}
