import { sql } from 'kysely';
import { plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import type { LimitedFormsTable } from '../tables/partners.ts';

/** Seconds for which a form is reported after its last refusal. Three days, so that a weekend does not hide it. */
const REPORT_SECONDS = 3 * 24 * 60 * 60;
const MAX_RESULTS = 5;

/** Public forms that refused leads because of a limit. */
export const limitedForms = (db: Db) => ({
  /** Counts a refused lead. */
  async note(organizationId: string, ceiling: LimitedFormsTable['ceiling'], objectId: string, at: Date) {
    await db
      .insertInto('limited_forms')
      .values({
        organization_id: organizationId,
        ceiling,
        object_id: objectId,
        refused: 1,
        first_at: at,
        last_at: at,
      })
      .onConflict((clash) =>
        clash.columns(['organization_id', 'ceiling', 'object_id']).doUpdateSet({
          refused: sql`limited_forms.refused + 1`,
          last_at: at,
        }),
      )
      .execute();
  },

  /** The forms of an organization that are reported, latest first, at most five. */
  recent: (organizationId: string, now: Date) =>
    db
      .selectFrom('limited_forms as f')
      .leftJoin('links as l', (join) =>
        join.onRef('l.organization_id', '=', 'f.organization_id').onRef('l.id', '=', 'f.object_id'),
      )
      .leftJoin('partners as card', (join) =>
        join.onRef('card.organization_id', '=', 'l.organization_id').onRef('card.id', '=', 'l.partner_id'),
      )
      .leftJoin('programs as p', (join) =>
        join
          .onRef('p.organization_id', '=', 'f.organization_id')
          .on('p.id', '=', sql`coalesce(l.program_id, f.object_id)`),
      )
      .where('f.organization_id', '=', organizationId)
      .where('f.last_at', '>', plusSeconds(now, -REPORT_SECONDS))
      .select(['f.refused', 'f.first_at', 'f.last_at', 'l.id as link_id', 'l.code'])
      .select(['card.id as partner_id', 'card.name as partner_name'])
      .select(['p.id as program_id', 'p.name as program_name'])
      .orderBy('f.last_at', 'desc')
      .orderBy('f.object_id')
      .limit(MAX_RESULTS)
      .execute(),

  /** Removes forms that are no longer reported. */
  prune: (now: Date) =>
    pruneTable(db, 'limited_forms', sql`t.last_at <= ${plusSeconds(now, -REPORT_SECONDS)}`),
});
