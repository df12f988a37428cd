import { type Db, openPostgres } from '../../src/platform/db/db.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { reusedDatabase } from '../../src/testing/databases.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createMoneyFixture, type MoneyFixture } from './money-fixture.ts';

/** Creates an organization with two ledgers on separate connections, as two processes have. */
export async function createTwoLedgers() {
  const database = await reusedDatabase();
  const other: Db = openPostgres(database.url ?? '', () => undefined);
  const fixture: MoneyFixture = await createMoneyFixture(database.db);
  const ledgers: [Ledger, Ledger] = [fixture.ledger, createLedger(other)];
  return {
    db: database.db,
    stage: fixture,
    ledgers,
    /** Sets the second clock to the time of the first. */
    sync: () => ledgers[1].setClock(fixture.ledger.clock()),
    async stop() {
      await other.destroy();
      await database.drop();
    },
  };
}

/** Returns `ok` or the error code for each concurrent call. @throws for other errors, such as a deadlock. */
export const outcomes = (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'ok',
        (error: unknown) => {
          if (error instanceof ApiError) return String(error.response.body.code ?? error.response.status);
          throw error;
        },
      ),
    ),
  );
