import type { AccrualStatus } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { accrualStatus, reachedCap } from '../../money/index.ts';
import { visibleTo } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type LeadRow = Awaited<ReturnType<ReturnType<typeof leadRows>['executeTakeFirstOrThrow']>>;

/** Leads that a viewer may see. */
export const visibleLeads = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('leads as l')
    .innerJoin('organizations as o', 'o.id', 'l.organization_id')
    .leftJoin('partners as card', (join) =>
      join.onRef('card.organization_id', '=', 'l.organization_id').onRef('card.id', '=', 'l.partner_id'),
    )
    .where(visibleTo(viewer, 'l'));

/** Predicate: a partner sees only rewards that it earned. A transferred lead may have a reward of its former partner. */
export const earnedByOwner = (viewer: Viewer) =>
  viewer.role === 'partner' ? sql<SqlBool>`l.earned_by is null` : sql<SqlBool>`true`;

/** The partner whose payments for lead `l` are summed: for a partner its own, for staff those of the partner who earns the reward. */
const earnerFor = (viewer: Viewer) =>
  viewer.role === 'partner' ? sql`l.partner_id` : sql`coalesce(l.earned_by, l.partner_id)`;

/** Predicate: accrual `c` is the reward of lead `l` or a correction of it, and is not canceled. */
export const isLiveReward = sql<SqlBool>`(
  c.organization_id = l.organization_id and c.claim_id = l.id and c.status <> 'canceled'
  and (c.id = l.reward_id or (c.reward_id = l.reward_id and c.kind = 'correction')))`;

/** Leads that a viewer may see, with their program, link, consent and reward. */
export const leadRows = (db: Db, viewer: Viewer, now: Date) =>
  visibleLeads(db, viewer)
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .leftJoin('links as link', (join) =>
      join.onRef('link.organization_id', '=', 'l.organization_id').onRef('link.id', '=', 'l.link_id'),
    )
    .leftJoin('leads as first', (join) =>
      join.onRef('first.organization_id', '=', 'l.organization_id').onRef('first.id', '=', 'l.duplicate_of'),
    )
    .leftJoin('consents', (join) =>
      join.onRef('consents.organization_id', '=', 'l.organization_id').onRef('consents.lead_id', '=', 'l.id'),
    )
    .leftJoin('consent_texts as t', (join) =>
      join
        .onRef('t.organization_id', '=', 'l.organization_id')
        .onRef('t.id', '=', 'consents.consent_text_id'),
    )
    .leftJoin('leads as same', (join) =>
      join.onRef('same.organization_id', '=', 'l.organization_id').onRef('same.id', '=', 'l.same_email_as'),
    )
    .leftJoin('sales as sale', (join) =>
      join
        .onRef('sale.organization_id', '=', 'l.organization_id')
        .onRef('sale.lead_id', '=', 'l.id')
        .on('sale.canceled_at', 'is', null),
    )
    .leftJoin('clients as client', (join) =>
      join
        .onRef('client.organization_id', '=', 'sale.organization_id')
        .onRef('client.id', '=', 'sale.client_id'),
    )
    .leftJoin('attachments as attached', (join) =>
      join
        .onRef('attached.organization_id', '=', 'sale.organization_id')
        .onRef('attached.id', '=', 'sale.attachment_id')
        .on(sql<SqlBool>`attached.lead_id is distinct from l.id`),
    )
    .leftJoin('partners as holder', (join) =>
      join
        .onRef('holder.organization_id', '=', 'attached.organization_id')
        .onRef('holder.id', '=', 'attached.partner_id'),
    )
    .leftJoin('partners as earner', (join) =>
      join.onRef('earner.organization_id', '=', 'l.organization_id').onRef('earner.id', '=', 'l.earned_by'),
    )
    .leftJoin('accruals as a', (join) =>
      join
        .onRef('a.organization_id', '=', 'l.organization_id')
        .onRef('a.id', '=', 'l.reward_id')
        .on(earnedByOwner(viewer)),
    )
    .selectAll('l')
    .select([
      'a.number as reward_number',
      'a.explanation as reward_explanation',
      'a.hold_until as reward_hold_until',
      sql<AccrualStatus | null>`${accrualStatus(now)}`.as('reward_status'),
      sql<
        number | null
      >`(select sum(c.amount_kop)::bigint from accruals c where ${isLiveReward} and ${earnedByOwner(viewer)})`.as(
        'reward_kop',
      ),
      sql<number>`coalesce((
        select sum(c.amount_kop)::bigint from accruals c
        where c.organization_id = l.organization_id and c.claim_id = l.id and c.partner_id = ${earnerFor(viewer)}
          and c.status = 'paid'), 0)`.as('paid_kop'),
      sql<number>`coalesce((
        select sum(c.amount_kop)::bigint from accruals c
        join payments y on y.organization_id = c.organization_id and y.id = c.payment_id
        where c.organization_id = l.organization_id and c.claim_id = l.id and c.partner_id = ${earnerFor(viewer)}
          and c.status = 'reserved'
          and y.status in ('approved', 'processing', 'failed')), 0)`.as('approved_kop'),
      reachedCap({
        organization: sql.ref('l.organization_id'),
        claims: sql`array[l.id]`,
        rule: sql.ref('l.reward_rule_id'),
      }).as('reached_cap'),
      'o.name as organization_name',
      'o.time_zone',
      'p.name as program_name',
      'card.name as partner_name',
      'link.code as link_code',
      'first.number as first_number',
      'same.number as same_email_number',
      'client.id as client_id',
      'client.number as client_number',
      'earner.name as earner_name',
      'holder.id as holder_id',
      'holder.name as holder_name',
      'link.partner_id as link_partner_id',
      'consents.accepted_at',
      't.version as consent_version',
      't.sha256 as consent_sha256',
    ]);
