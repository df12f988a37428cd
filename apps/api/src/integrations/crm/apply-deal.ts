import {
  CRM_LABELS,
  type CrmKind,
  type CrmLeadStatus,
  type LeadTransition,
} from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { leadNumber } from '../../database/rules/numbers.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { EventHandler, Outcome } from '../inbox/event.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import { findPath } from './lead-path.ts';
import { noPath } from './preview.ts';

const dealEvent = z.object({
  connection: z.string(),
  deal: z.string(),
  stage: z.string(),
  amount_kop: z.number().nullable(),
  changed_at: z.string(),
});

/** A deal as it was read from the CRM. It contains no personal data. */
export type DealEvent = z.infer<typeof dealEvent>;

export const toObjectKey = (kind: CrmKind, dealId: string) => `${kind}:${dealId}`;

type Transition = Omit<LeadTransition, 'version'>;
/** A lead with its transitions, in their order. */
type MovedLead = { id: string; steps: readonly Transition[] };

/** Changes of leads, as an employee makes them. @throws ApiError when the rules refuse a change */
export type LeadChanges = {
  moveLeads: (trx: Db, staff: Staff, leads: readonly MovedLead[]) => Promise<unknown>;
  changeDeal: (trx: Db, staff: Staff, leadId: string, amountKop: number) => Promise<unknown>;
};

/** Reads the stored state of deals. Locks the deals and their leads in the order of the leads: the changes then lock clients and partners. */
const findLinks = (trx: Db, organizationId: string, events: readonly DealEvent[]) =>
  trx
    .selectFrom('crm_deals as d')
    .innerJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'd.organization_id').onRef('l.id', '=', 'd.lead_id'),
    )
    .select([
      'd.connection_id',
      'd.deal_id',
      'd.lead_id',
      'd.stage',
      'd.amount_kop',
      'd.changed_at',
      'l.status',
      'l.number',
      'l.deal_amount_kop',
    ])
    .where('d.organization_id', '=', organizationId)
    .where(sql<SqlBool>`d.connection_id = any(${events.map(({ connection }) => connection)}::uuid[])`)
    .where(sql<SqlBool>`d.deal_id = any(${events.map(({ deal }) => deal)}::text[])`)
    .orderBy('d.lead_id')
    .forUpdate(['d', 'l'])
    .execute();

type Link = Awaited<ReturnType<typeof findLinks>>[number];

const ignored = (cause: string): Outcome => ({ state: 'ignored', cause });

/** Creates the handler of deals: the stages of deals become the statuses of their leads, and the sums of won deals those of the leads. */
export function createApplyDeals(changes: LeadChanges): EventHandler {
  return async function applyDeals(trx, events) {
    const [first] = events;
    if (first === undefined) return [];
    const { organizationId } = first;
    const deals = events.map(({ body }) => dealEvent.parse(body));
    const connections = await connectionsRepo(trx, organizationId).findAll(
      deals.map(({ connection }) => connection),
    );
    const links = await findLinks(trx, organizationId, deals);
    const linkOf = ({ connection, deal }: DealEvent) =>
      links.find(({ connection_id, deal_id }) => connection_id === connection && deal_id === deal);
    // The second deal of a lead depends on the status that the first one gives it.
    const leads = deals.flatMap((deal) => linkOf(deal)?.lead_id ?? []);
    if (new Set(leads).size < leads.length) {
      const outcomes: Outcome[] = [];
      for (const event of events) outcomes.push(...(await applyDeals(trx, [event])));
      return outcomes;
    }
    const plans: Plan[] = [];
    for (const event of deals)
      plans.push(
        await planDeal(
          trx,
          { event, connection: connections.get(event.connection), link: linkOf(event) },
          changes,
        ),
      );
    await moveLeads(trx, plans, changes);
    await saveSeen(
      trx,
      organizationId,
      deals.filter((_, at) => plans[at]?.isSeen),
    );
    return plans.map(({ result }) => result);
  };
}

/** Moves the leads of deals in new stages, those of each connection together. */
async function moveLeads(trx: Db, plans: readonly Plan[], changes: LeadChanges) {
  const moves = plans.flatMap(({ move }) => move ?? []);
  for (const [connection, leads] of Map.groupBy(moves, (move) => move.connection))
    await changes.moveLeads(trx, toStaff(connection), leads);
}

/** Decides what an event does. A changed sum is applied at once. */
async function planDeal(
  trx: Db,
  {
    event,
    connection,
    link,
  }: { event: DealEvent; connection: ConnectionRow | undefined; link: Link | undefined },
  changes: LeadChanges,
): Promise<Plan> {
  if (connection === undefined) return unseen(ignored('Эта CRM отключена.'));
  if (link === undefined) return unseen(ignored('К этой сделке не относится ни один лид.'));
  if (link.changed_at !== null && new Date(event.changed_at) < link.changed_at)
    return unseen({ state: 'late', cause: 'Более позднее состояние сделки уже учтено.' });
  const hasNewStage = link.stage !== event.stage;
  if (!hasNewStage && link.amount_kop === event.amount_kop)
    return unseen(ignored('Стадия и сумма сделки не изменились.'));
  const work = { connection, link, event };
  const bySum = await applySum(trx, work, changes);
  if (bySum !== undefined) return bySum;
  return hasNewStage ? planStage(work) : seen(ignored('Сумма сделки учитывается на успешной стадии.'));
}

type Work = { connection: ConnectionRow; link: Link; event: DealEvent };

/** `isSeen`: the state is done with. A stage without a mapping is applied by a later event, once it has one. */
type Plan = { isSeen: boolean; result: Outcome; move?: MovedLead & { connection: ConnectionRow } };

const seen = (result: Outcome): Plan => ({ isSeen: true, result });
const unseen = (result: Outcome): Plan => ({ isSeen: false, result });

const findMapped = ({ connection, event }: Work) =>
  connection.mapping.find(({ stage }) => stage === event.stage);

const NO_OWNER = unseen(ignored('Владелец, который подключил CRM, удален. Подключите ее снова.'));

/** Gives a won lead the changed sum of its won deal. @returns undefined for leads and deals that are not won. */
async function applySum(trx: Db, work: Work, { changeDeal }: LeadChanges): Promise<Plan | undefined> {
  const { connection, link, event } = work;
  if (link.status !== 'won' || findMapped(work)?.status !== 'won') return undefined;
  const number = leadNumber(link.number);
  if (event.amount_kop === null && link.amount_kop !== null)
    return seen(ignored(`В сделке больше нет суммы в рублях: у лида ${number} прежняя.`));
  if (event.amount_kop === null || event.amount_kop === link.amount_kop) return undefined;
  if (event.amount_kop === link.deal_amount_kop) return seen(ignored(`У лида ${number} уже эта сумма.`));
  if (connection.created_by === null) return NO_OWNER;
  await changeDeal(trx, toStaff(connection), link.lead_id, event.amount_kop);
  return seen({ state: 'applied', leadId: link.lead_id });
}

/** Returns the transitions of the lead that a new stage of its deal causes. */
function planStage(work: Work): Plan {
  const { connection, link, event } = work;
  const row = findMapped(work);
  const name = connection.stages.find(({ id }) => id === event.stage)?.name ?? event.stage;
  if (row === undefined) return unseen(ignored(`Для стадии «${name}» не выбран статус лида.`));
  if (row.status === null) return seen(ignored(`Стадия «${name}» не меняет статус лида.`));
  const path = findPath(link.status, row.status);
  if (path === undefined) return unseen(ignored(noPath(link.status, row.status)));
  if (path.length === 0) return seen(ignored(`Лид ${leadNumber(link.number)} уже в этом статусе.`));
  if (connection.created_by === null) return NO_OWNER;
  const reason = `Стадия «${name}» в ${CRM_LABELS[connection.kind]}`;
  const steps = path.map((to) => toTransition(to, { reason, amountKop: event.amount_kop }));
  const result: Outcome = { state: 'applied', leadId: link.lead_id };
  return { ...seen(result), move: { connection, id: link.lead_id, steps } };
}

const toTransition = (
  to: CrmLeadStatus,
  { reason, amountKop }: { reason: string; amountKop: number | null },
): Transition => ({
  to,
  reason_comment: reason,
  ...((to === 'lost' || to === 'rejected') && { reason_code: 'other' as const }),
  ...(to === 'won' && amountKop !== null && { deal_amount_kop: amountKop }),
});

const toStaff = ({ organization_id, created_by }: ConnectionRow): Staff => ({
  ...{ role: 'organization', position: 'owner', requestId: '' },
  ...{ organizationId: organization_id, userId: created_by ?? '' },
});

async function saveSeen(trx: Db, organizationId: string, events: readonly DealEvent[]) {
  if (events.length === 0) return;
  await sql`
    update crm_deals d
    set stage = n.stage, amount_kop = n.amount_kop, changed_at = n.changed_at
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as n (connection uuid, deal text, stage text, amount_kop bigint, changed_at timestamptz)
    where d.organization_id = ${organizationId} and d.connection_id = n.connection and d.deal_id = n.deal`.execute(
    trx,
  );
}
