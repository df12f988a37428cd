import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf, among } from '../../platform/db/conditions.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

type Filters = { program?: string[] | undefined; partner?: string[] | undefined };

/** Whether rows `d`, each of an organization and a partner, are a viewer's to be told of, and what a filter asks for. */
export function areReached(viewer: Viewer, { program, partner }: Filters = {}): RawBuilder<SqlBool> {
  return allOf([
    viewer.role === 'organization'
      ? sql`d.organization_id = ${viewer.organizationId}`
      : sql`(d.organization_id, d.partner_id) in (
          select organization_id, id from partners where user_id = ${viewer.userId})`,
    ...among(sql`d.program_id`, program),
    ...among(sql`d.partner_id`, partner),
  ]);
}

/** What day it is where the viewer's organization is; of several, where the first that took it in is. */
export async function todayOf(db: Db, viewer: Viewer, now: Date): Promise<string> {
  const zones = db.selectFrom('organizations as o').select('o.time_zone');
  const found =
    viewer.role === 'organization'
      ? await zones.where('o.id', '=', viewer.organizationId).executeTakeFirst()
      : await zones
          .innerJoin('partners as card', 'card.organization_id', 'o.id')
          .where('card.user_id', '=', viewer.userId)
          .orderBy('card.created_at')
          .executeTakeFirst();
  return now.toLocaleDateString('sv-SE', { timeZone: found?.time_zone ?? 'Europe/Moscow' });
}
