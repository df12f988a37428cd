import type { SearchResults } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { clientNumber, numberIn } from '../../database/rules/numbers.ts';
import { readsContacts } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinConditions } from '../../platform/db/lists/conditions.ts';
import { contains, firstFound } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { searchedText, visibleClients } from './clients.repo.ts';

const rows = (db: Db, viewer: Viewer) => visibleClients(db, viewer).select(['c.id', 'c.number', 'c.name']);

/**
 * The first clients that match a search text, newest first. A client with that number comes first. For staff the condition on `search_text`
 * allows the trigram index, even when the viewer may search fewer fields.
 */
export async function searchClients(
  db: Db,
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<SearchResults['clients']> {
  const number = numberIn(text, 'к');
  const exact =
    number === undefined ? [] : await rows(db, viewer).where('c.number', '=', number).limit(limit).execute();
  const newest = await rows(db, viewer)
    .where(
      joinConditions([
        ...(viewer.role === 'partner' ? [] : [contains(sql`c.search_text`, text)]),
        ...(readsContacts(viewer) ? [] : [contains(searchedText(viewer), text)]),
      ]),
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute();
  return firstFound([...exact, ...newest], limit).map((row) => ({
    ...row,
    number: clientNumber(row.number),
  }));
}
