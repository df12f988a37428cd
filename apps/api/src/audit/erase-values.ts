import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { audit, toCause } from './audit.ts';

/** Subjects of personal values: table and kind in the journal. */
const SUBJECTS = [
  { table: 'leads', kind: 'lead' },
  { table: 'clients', kind: 'client' },
  { table: 'partners', kind: 'partner' },
  { table: 'users', kind: 'employee' },
] as const;

/**
 * Erases the personal values of a lead, a client, a card or a user from the journal of its organization. Their digests stay, so the chain stays valid.
 *
 * @returns the number of erased values; undefined when no object has this id.
 */
export const eraseValues = (db: Db, subjectId: string, clock: Clock): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    const subject = await findSubject(trx, subjectId);
    if (subject === undefined) return undefined;
    const { organizationId, kind } = subject;
    const cause = toCause({ actorId: null, requestId: 'erase-journal' }, clock);
    const { numUpdatedRows } = await trx
      .updateTable('journal_values')
      .set({ before_value: null, after_value: null, salt: null, erased_at: cause.at })
      .where('organization_id', '=', organizationId)
      .where('subject_id', '=', subjectId)
      .where('erased_at', 'is', null)
      .executeTakeFirstOrThrow();
    const count = Number(numUpdatedRows);
    if (count > 0)
      await audit(trx, {
        ...cause,
        organizationId,
        action: `${kind}.erase`,
        kind,
        objectId: subjectId,
        diff: { erased: count },
      });
    return count;
  });

async function findSubject(trx: Db, id: string) {
  for (const { table, kind } of SUBJECTS) {
    const row = await trx.selectFrom(table).select('organization_id').where('id', '=', id).executeTakeFirst();
    if (row !== undefined && row.organization_id !== null)
      return { organizationId: row.organization_id, kind };
  }
  return undefined;
}
