import type { LeadFilters } from '@referral-dashboard/api-contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { readsContacts } from '../../people/index.ts';
import { inDateRange, joinConditions, whereIn } from '../../platform/db/lists/conditions.ts';
import { contains, inLowerCase } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

/** Searched text. Viewers without access to contacts search only the fields they see; otherwise they could guess a phone digit by digit. */
export const searchedText = (viewer: Viewer) =>
  readsContacts(viewer)
    ? sql<string>`l.search_text`
    : sql<string>`(${inLowerCase(sql`l.name`)} || ' л-' || l.number)`;

/** Predicates of a filter on leads `l` of an organization `o` for a viewer. Both days are included. */
export function leadConditions(filters: LeadFilters, viewer: Viewer): RawBuilder<SqlBool> {
  const { created_from, created_to, search } = filters;
  return joinConditions([
    ...whereIn(sql`l.status`, filters.status),
    ...whereIn(sql`l.program_id`, filters.program),
    ...whereIn(sql`l.partner_id`, filters.partner),
    ...whereIn(sql`l.link_id`, filters.link),
    ...whereIn(sql`l.source`, filters.source),
    ...whereIn(sql`l.reason_code`, filters.reason_code),
    ...tagPredicate('utm_source', filters.utm_source),
    ...tagPredicate('utm_campaign', filters.utm_campaign),
    ...inDateRange(sql`l.created_at`, created_from, created_to),
    ...(search ? [contains(searchedText(viewer), search)] : []),
  ]);
}

/** Predicate on a UTM tag. The second part makes the partial index usable. */
const tagPredicate = (tag: 'utm_source' | 'utm_campaign', values: string[] | undefined) =>
  values === undefined
    ? []
    : [...whereIn(sql.ref(`l.${tag}`), values), sql<SqlBool>`${sql.ref(`l.${tag}`)} <> ''`];

export type FigureTable = 'organization_lead_days' | 'lead_totals' | 'lead_days';

/** The smallest roll-up table that has all columns of a filter; undefined when the leads themselves must be read. */
export function storedFigures(filters: LeadFilters, viewer: Viewer): FigureTable | undefined {
  const { link, reason_code, search, source, utm_source, utm_campaign, created_from, created_to } = filters;
  if ([link, reason_code, utm_source, utm_campaign].some((one) => one !== undefined) || search)
    return undefined;
  if (viewer.role === 'organization' && filters.partner === undefined) return 'organization_lead_days';
  return source || created_from || created_to ? 'lead_days' : 'lead_totals';
}

/** The same filter as predicates on a roll-up table `l`. */
export function dayConditions(filters: LeadFilters, figures: FigureTable): RawBuilder<SqlBool> {
  const { created_from, created_to } = filters;
  const isOverAllDays = figures === 'organization_lead_days' && !created_from && !created_to;
  return joinConditions([
    ...(isOverAllDays ? [sql<SqlBool>`l.day is null`] : []),
    ...whereIn(sql`l.status`, filters.status),
    ...whereIn(sql`l.program_id`, filters.program),
    ...whereIn(sql`l.partner_id`, filters.partner),
    ...whereIn(sql`l.source`, filters.source),
    ...(created_from ? [sql<SqlBool>`l.day >= ${created_from}::date`] : []),
    ...(created_to ? [sql<SqlBool>`l.day <= ${created_to}::date`] : []),
  ]);
}
