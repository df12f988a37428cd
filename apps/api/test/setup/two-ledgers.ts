import { type Db, openPostgres } from '../../src/platform/db/db.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { reusedDatabase } from '../../src/testing/databases.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createStage, type Stage } from './money-stage.ts';

/** Creates an organization with two ledgers on separate connections, as two processes have. */
export async function createTwoLedgers() {
  const database = await reusedDatabase();
  const other: Db = openPostgres(database.url ?? '', () => undefined);
  const stage: Stage = await createStage(database.db);
  const ledgers: [Ledger, Ledger] = [stage.ledger, createLedger(other)];
  return {
    db: database.db,
    stage,
    ledgers,
    /** Sets the second clock to the time of the first. */
    sync: () => ledgers[1].setClock(stage.ledger.clock()),
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
          if (error instanceof ApiError) return String(error.answer.body.code ?? error.answer.status);
          throw error;
        },
      ),
    ),
  );
