import {
  canSeeContacts,
  type OrganizationTask,
  type PaymentStatus,
  PERMISSIONS,
  type StaffRoute,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { notedTransfers, sharedRequisites, splitDue } from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { awaitsDecision } from '../../../referrals/index.ts';
import { documentTasks } from './document-tasks.ts';
import { formTasks } from './form-tasks.ts';
import { findSharedEmailTasks, restorableLeads } from './lead-tasks.ts';
import { MAX_NAMED, programTasks } from './program-tasks.ts';

const COUNT = sql<number>`count(*)::int`.as('count');
const SUM = sql<number>`coalesce(sum(amount_kop), 0)::bigint`.as('sum_kop');

/** Tasks of an organization, most urgent first. Employees get those about leads, applications and programs only if they may resolve them. */
export async function organizationTasks(db: Db, staff: Staff, now: Date): Promise<OrganizationTask[]> {
  const { organizationId } = staff;
  const may = (call: StaffRoute) => PERMISSIONS[call].includes(staff.position);
  const inPayments = await paymentSums(db, organizationId);
  const tasks: OrganizationTask[] = [
    ...(await formTasks(db, organizationId, now)),
    ...(may('transitionLead') ? await newLeads(db, organizationId) : []),
    ...(canSeeContacts(staff.position)
      ? [
          ...(await restorableLeads(db, organizationId, now)),
          ...(await findSharedEmailTasks(db, organizationId)),
        ]
      : []),
    ...(staff.position === 'owner'
      ? [
          ...(await requisiteTasks(db, organizationId)),
          await failedEvents(db, organizationId),
          ...(await brokenCrms(db, organizationId)),
        ]
      : []),
    ...(may('decideApplication') ? [await pendingPartners(db, organizationId)] : []),
    { kind: 'accruals_in_review', ...(await inReview(db, organizationId)) },
    ...(await duePayments(db, staff, now)),
    { kind: 'payments_requested', ...inPayments('requested') },
    { kind: 'payments_draft', ...inPayments('draft') },
    { kind: 'payments_approved', ...inPayments('approved', 'processing') },
    { kind: 'payments_failed', ...inPayments('failed') },
    ...(may('markPaymentPaid') ? await transferTasks(db, organizationId) : []),
    ...(await documentTasks(db, staff, now)),
    ...(may('updateProgram') ? await programTasks(db, organizationId, now) : []),
  ];
  return tasks.filter((task) => task.count > 0 || (task.kind === 'ready_to_pay' && task.blocked > 0));
}

async function requisiteTasks(db: Db, organizationId: string): Promise<OrganizationTask[]> {
  const groups = await sharedRequisites(db, organizationId, { limit: MAX_NAMED });
  return groups.map(({ hash, ...shared }) => ({
    kind: 'shared_requisites',
    count: 1,
    key: ['shared_requisites', shared.what, ...shared.partners.map(({ id }) => id), hash].join(':'),
    ...shared,
  }));
}

/** Events of other systems that wait for the decision of an owner. */
async function failedEvents(db: Db, organizationId: string): Promise<OrganizationTask> {
  const { count } = await db
    .selectFrom('outside_events')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'failed')
    .where('next_attempt_at', 'is', null)
    .select(COUNT)
    .executeTakeFirstOrThrow();
  return { kind: 'outside_events_failed', count };
}

/** CRM connections whose calls fail, until one succeeds. */
async function brokenCrms(db: Db, organizationId: string): Promise<OrganizationTask[]> {
  const connections = await db
    .selectFrom('crm_connections')
    .where('organization_id', '=', organizationId)
    .where('is_on', '=', true)
    .where('state', '=', 'broken')
    .select(['kind', 'cause'])
    .orderBy('created_at')
    .execute();
  return connections.map(({ kind, cause }) => ({ kind: 'crm_broken', count: 1, crm: kind, cause }));
}

async function transferTasks(db: Db, organizationId: string): Promise<OrganizationTask[]> {
  const transfers = await notedTransfers(db, organizationId, MAX_NAMED);
  return transfers.map(({ id, payment_id, number, notes }) => ({
    kind: 'transfer_note',
    count: 1,
    key: `transfer_note:${id}`,
    payment: { id: payment_id, number: `В-${number}` },
    detail: notes.join(' '),
  }));
}

async function newLeads(db: Db, organizationId: string): Promise<OrganizationTask[]> {
  const { count, oldest_at } = await db
    .selectNoFrom((of) => [
      of
        .selectFrom('organization_lead_days')
        .where('organization_id', '=', organizationId)
        .where('day', 'is', null)
        .where('status', '=', 'new')
        .select(sql<number>`coalesce(sum(leads), 0)::int`.as('count'))
        .as('count'),
      of
        .selectFrom('leads')
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'new')
        .select('created_at')
        .orderBy('created_at')
        .limit(1)
        .as('oldest_at'),
    ])
    .executeTakeFirstOrThrow();
  return oldest_at === null
    ? []
    : [{ kind: 'new_leads', count: count ?? 0, oldest_at: oldest_at.toISOString() }];
}

/** Partners with an application or a request that waits for a decision, and the requested programs. */
async function pendingPartners(db: Db, organizationId: string): Promise<OrganizationTask> {
  const partners = await db
    .selectFrom('partners as p')
    .where('p.organization_id', '=', organizationId)
    .where(awaitsDecision)
    .select(['p.id', 'p.name', sql<number>`(count(*) over ())::int`.as('count')])
    .orderBy('p.created_at')
    .limit(2)
    .execute();
  const { rows: programs } = await sql<{ id: string; name: string }>`
    select p.id, p.name from (
      select program_id, created_at as at from applications
      where organization_id = ${organizationId} and status = 'pending'
      union all
      select program_id, updated_at from enrollments where organization_id = ${organizationId} and status = 'pending'
    ) asked join programs p on p.organization_id = ${organizationId} and p.id = asked.program_id
    group by p.id, p.name order by min(asked.at), p.id limit ${MAX_NAMED}`.execute(db);
  const [first, ...others] = partners;
  return {
    kind: 'pending_partners',
    count: first?.count ?? 0,
    programs,
    partner: first && others.length === 0 ? { id: first.id, name: first.name } : null,
  };
}

const inReview = (db: Db, organizationId: string) =>
  db
    .selectFrom('accruals')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'review')
    .select([COUNT, SUM])
    .executeTakeFirstOrThrow();

async function duePayments(db: Db, staff: Staff, now: Date): Promise<OrganizationTask[]> {
  const { ready, blocked: blockedCards, held_up } = await splitDue(db, staff, now);
  // Partners that are only below the minimum are no task. The others are counted as on the payments page.
  const blocked = ready.count > 0 || held_up > 0 ? blockedCards.count : 0;
  const inactive = blockedCards.reasons.find(({ code }) => code === 'partner_inactive');
  const formsPayments = PERMISSIONS.createPayment.includes(staff.position);
  return [
    { kind: 'ready_to_pay', ...ready, blocked },
    ...(inactive && formsPayments
      ? [{ kind: 'final_payments' as const, count: inactive.count, sum_kop: inactive.sum_kop }]
      : []),
  ];
}

/** Counts and sums of payments by status. */
async function paymentSums(db: Db, organizationId: string) {
  const rows = await db
    .selectFrom('payment_totals')
    .where('organization_id', '=', organizationId)
    .select(['status', 'payments', 'amount_kop'])
    .execute();
  return (...statuses: PaymentStatus[]) =>
    rows
      .filter(({ status }) => statuses.includes(status))
      .reduce(
        ({ count, sum_kop }, row) => ({ count: count + row.payments, sum_kop: sum_kop + row.amount_kop }),
        { count: 0, sum_kop: 0 },
      );
}
