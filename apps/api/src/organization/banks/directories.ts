import type { BankDirectory } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit } from '../../audit/index.ts';
import { type Clock, dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { findTimeZone, lockOrganization } from '../organizations.ts';
import { readDirectoryInThread } from './read-in-thread.ts';

const BATCH = 1000;
const MAX_BANKS = 20_000;

const NOT_A_DIRECTORY =
  'Это не справочник БИК Банка России. Загрузите архив с его страницы, не распаковывая.';

/** Shows and replaces the bank directories of organizations. */
export function createDirectories(db: Db, clock: Clock) {
  async function currentDirectory(trx: Db, { organizationId }: Staff): Promise<BankDirectory> {
    const own = await trx
      .selectFrom('bank_directories')
      .select(['banks', 'loaded_at', sql<string>`day::text`.as('day')])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    if (own !== undefined) return { ...own, source: 'own', loaded_at: own.loaded_at.toISOString() };
    const { banks } = await trx
      .selectFrom('banks')
      .select(sql<number>`count(*)::int`.as('banks'))
      .executeTakeFirstOrThrow();
    return { source: banks > 0 ? 'server' : 'none', banks, day: null, loaded_at: null };
  }

  return {
    currentDirectory: (staff: Staff) => currentDirectory(db, staff),

    /** Replaces the directory of the organization. @throws ApiError 400 for a file that is not a directory; then nothing is changed. */
    async upload(staff: Staff, base64: string): Promise<BankDirectory> {
      const directory = await readDirectoryInThread(base64);
      if (directory === null) throw invalid({ data: [NOT_A_DIRECTORY] });
      const banks = [...new Map(directory.banks.map((bank) => [bank.bik, bank])).values()];
      if (banks.length > MAX_BANKS) throw invalid({ data: [NOT_A_DIRECTORY] });
      const { organizationId, userId, requestId } = staff;
      return db.transaction().execute(async (trx) => {
        await lockOrganization(trx, organizationId);
        const at = clock();
        const day = directory.day ?? dayIn(at, await findTimeZone(trx, organizationId));
        await trx.deleteFrom('bank_directories').where('organization_id', '=', organizationId).execute();
        await trx
          .insertInto('bank_directories')
          .values({
            organization_id: organizationId,
            day,
            banks: banks.length,
            loaded_by: userId,
            loaded_at: at,
          })
          .execute();
        for (let from = 0; from < banks.length; from += BATCH)
          await trx
            .insertInto('directory_banks')
            .values(
              banks.slice(from, from + BATCH).map((bank) => ({ ...bank, organization_id: organizationId })),
            )
            .execute();
        await audit(trx, {
          organizationId,
          actorId: userId,
          requestId,
          at,
          kind: 'organization',
          objectId: organizationId,
          action: 'organization.bank-directory',
          diff: { banks: banks.length, directory_day: day },
        });
        return currentDirectory(trx, staff);
      });
    },
  };
}
