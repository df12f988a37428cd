import { type Db, openPostgres } from '../../src/platform/db/db.ts';
import { ApiError } from '../../src/platform/errors.ts';
import { reusedDatabase } from '../../src/testing/databases.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createStage, type Stage } from './money-stage.ts';

/** A stage on a PostgreSQL server, and two ledgers that reach it through connections of their own, as two processes do. */
export async function createTwoLedgers() {
  const database = await reusedDatabase();
  const other: Db = openPostgres(database.url ?? '', () => undefined);
  const stage: Stage = await createStage(database.db);
  const ledgers: [Ledger, Ledger] = [stage.ledger, createLedger(other)];
  return {
    db: database.db,
    stage,
    ledgers,
    /** Sets the second clock by the first. */
    sync: () => ledgers[1].setClock(stage.ledger.clock()),
    async stop() {
      await other.destroy();
      await database.drop();
    },
  };
}

/** Outcomes of calls made at once: `ok`, or the code of the refusal. Any other failure fails the test: a deadlock is one. */
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
