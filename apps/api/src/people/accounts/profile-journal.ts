import { type Author, audit, buildPersonalChange, toCause } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

const PERSONAL_FIELDS = ['last_name', 'first_name', 'father_name', 'email'];

/** Changes the profile of a user, and writes the change to the journal of the organization where the user is an employee. */
export async function withProfileJournal<Result>(
  trx: Db,
  userId: string,
  { patch, author, clock }: { patch: object; author: Author; clock: Clock },
  change: () => Promise<Result>,
): Promise<Result> {
  const { organization_id: organizationId, ...before } = await trx
    .selectFrom('users')
    .select(['organization_id', 'last_name', 'first_name', 'father_name', 'email'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const result = await change();
  const personal = buildPersonalChange(userId, before, patch, PERSONAL_FIELDS);
  if (organizationId === null || personal === undefined) return result;
  await audit(trx, {
    ...toCause(author, clock),
    organizationId,
    action: 'employee.update',
    kind: 'employee',
    objectId: userId,
    diff: { changed: personal.values.map(({ field }) => field) },
    personal,
  });
  return result;
}
