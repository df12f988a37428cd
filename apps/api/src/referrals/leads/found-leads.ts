import type { FoundEverywhere } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { numberIn } from '../../database/rules/numbers.ts';
import { readsContacts } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { allOf } from '../../platform/db/lists/conditions.ts';
import { contains, firstFound } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { searched } from './lead-filters.ts';
import { leadNumber, visibleLeads } from './leads.repo.ts';

const rows = (db: Db, viewer: Viewer) =>
  visibleLeads(db, viewer)
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .select(['l.id', 'l.number', 'l.name', 'l.status', 'p.name as program']);

/**
 * Leads that hold a text, newest first. Whatever staff may search in is part of what has the index; a partner's own leads are fewer than
 * what it finds.
 */
export const leadsWith = (db: Db, viewer: Viewer, text: string, most: number) =>
  rows(db, viewer)
    .where(
      allOf([
        ...(viewer.role === 'partner' ? [] : [contains(sql`l.search_text`, text)]),
        ...(readsContacts(viewer) ? [] : [contains(searched(viewer), text)]),
      ]),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(most);

/** The first leads that a text finds. */
export async function foundLeads(
  db: Db,
  viewer: Viewer,
  text: string,
  most: number,
): Promise<FoundEverywhere['leads']> {
  const number = numberIn(text, 'л');
  const exact =
    number === undefined ? [] : await rows(db, viewer).where('l.number', '=', number).limit(most).execute();
  const found = firstFound([...exact, ...(await leadsWith(db, viewer, text, most).execute())], most);
  return found.map((row) => ({ ...row, number: leadNumber(row.number) }));
}
