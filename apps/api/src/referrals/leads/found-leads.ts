import type { SearchResults } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { leadNumber, numberIn } from '../../database/rules/numbers.ts';
import { readsContacts } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions } from '../../platform/db/lists/conditions.ts';
import { contains, firstFound } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { searchedText } from './lead-filters.ts';
import { visibleLeads } from './lead-rows.ts';

const rows = (db: Db, viewer: Viewer) =>
  visibleLeads(db, viewer)
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .select(['l.id', 'l.number', 'l.name', 'l.status', 'p.name as program']);

/**
 * Leads that contain a text, newest first. For staff the condition on `search_text` allows the trigram index, even when the viewer may search
 * fewer fields. The leads of a partner are few enough to be scanned.
 */
export const leadsWith = (db: Db, viewer: Viewer, text: string, limit: number) =>
  rows(db, viewer)
    .where(
      joinConditions([
        ...(viewer.role === 'partner' ? [] : [contains(sql`l.search_text`, text)]),
        ...(readsContacts(viewer) ? [] : [contains(searchedText(viewer), text)]),
      ]),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit);

/** The first leads that match a search text. A lead with that number comes first. */
export async function searchLeads(
  db: Db,
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<SearchResults['leads']> {
  const number = numberIn(text, 'л');
  const exact =
    number === undefined ? [] : await rows(db, viewer).where('l.number', '=', number).limit(limit).execute();
  const leads = firstFound([...exact, ...(await leadsWith(db, viewer, text, limit).execute())], limit);
  return leads.map((row) => ({ ...row, number: leadNumber(row.number) }));
}
