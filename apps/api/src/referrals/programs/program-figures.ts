import { type SqlBool, sql } from 'kysely';
import { visibleTo } from '../../people/index.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

// Computed for all programs of a viewer in one query: a query for each program would read the same days repeatedly.
const own = (viewer: Viewer) => visibleTo(viewer, 'n', null);

/** Condition that joins one of the subqueries below with a program `p`. */
export const ofProgram = (figures: string) =>
  sql<SqlBool>`(${sql.ref(`${figures}.organization_id`)} = p.organization_id and ${sql.ref(`${figures}.program_id`)} = p.id)`;

/** Number of leads and of won leads of each program. */
export const leadFigures = (viewer: Viewer) => sql<object>`(
  select n.organization_id, n.program_id,
    sum(n.leads) filter (where n.status <> 'duplicate') as leads, sum(n.leads) filter (where n.status = 'won') as won
  from ${viewer.role === 'organization' ? sql`organization_lead_days n where n.day is null and` : sql`lead_totals n where`}
    ${own(viewer)} group by 1, 2)`;

/** Number of visits of each program. */
export const clickFigures = (viewer: Viewer) =>
  viewer.role === 'organization'
    ? sql<object>`(
        select n.organization_id, n.program_id, n.clicks
        from organization_click_days n where n.day is null and ${own(viewer)})`
    : sql<object>`(
        select n.organization_id, n.program_id, sum(d.clicks) as clicks
        from links n join click_days d on d.organization_id = n.organization_id and d.link_id = n.id
        where ${own(viewer)} group by 1, 2)`;

/** Sum of accruals of each program, in kopecks. */
export const rewardFigures = (viewer: Viewer) =>
  viewer.role === 'organization'
    ? sql<object>`(
        select n.organization_id, n.program_id, n.spent_kop as rewards_kop
        from program_spending n where ${own(viewer)})`
    : sql<object>`(
        select n.organization_id, n.program_id, sum(n.amount_kop) as rewards_kop
        from accrual_days n where ${own(viewer)} and n.status <> 'canceled' group by 1, 2)`;
