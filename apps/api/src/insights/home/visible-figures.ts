import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { visibleTo } from '../../people/index.ts';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

type Filters = { program?: string[] | undefined; partner?: string[] | undefined };

/** Predicate on rows `d` with an organization and a partner: they are visible to the viewer and match a filter. */
export function visibleFigures(viewer: Viewer, { program, partner }: Filters = {}): RawBuilder<SqlBool> {
  return joinConditions([
    visibleTo(viewer, 'd', null),
    ...whereIn(sql`d.program_id`, program),
    ...whereIn(sql`d.partner_id`, partner),
  ]);
}

/** The current day in the time zone of the organization. For a partner in several organizations, the organization of its oldest card. */
export async function findToday(db: Db, viewer: Viewer, now: Date): Promise<string> {
  const zones = db.selectFrom('organizations as o').select('o.time_zone');
  const organization =
    viewer.role === 'organization'
      ? await zones.where('o.id', '=', viewer.organizationId).executeTakeFirst()
      : await zones
          .innerJoin('partners as card', 'card.organization_id', 'o.id')
          .where('card.user_id', '=', viewer.userId)
          .orderBy('card.created_at')
          .executeTakeFirst();
  return dayIn(now, organization?.time_zone ?? 'Europe/Moscow');
}
