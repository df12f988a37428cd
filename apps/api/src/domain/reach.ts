import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { conflict } from '../platform/errors.ts';

const outOfReach = () =>
  conflict(
    'out_of_reach',
    'Этой учетной записью пользуется и другая организация, поэтому менять вход может только сам человек.',
  );

/**
 * Lets an organization pass that may change how a person signs in: one of which the person is alone. A card, a place or an invitation
 * that waits in another organization puts the person out of the reach of both.
 *
 * @param userId of a person of the organization; its row is locked.
 * @throws ApiError 409
 */
export async function checkReach(trx: Db, organizationId: string, userId: string) {
  const { rows } = await sql`
    select from users u
    where u.id = ${userId} and (
      u.organization_id is not null and u.organization_id <> ${organizationId}
      or exists (select from partners p where p.organization_id <> ${organizationId}
                 and (p.user_id = u.id or p.phone = u.phone and p.status in ('invited', 'pending')))
      or exists (select from invitations i where i.organization_id <> ${organizationId}
                 and i.phone = u.phone and i.used_at is null and i.revoked_at is null))`.execute(trx);
  if (rows.length > 0) throw outOfReach();
}
