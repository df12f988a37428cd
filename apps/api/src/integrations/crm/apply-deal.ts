import {
  CRM_LABELS,
  type CrmKind,
  type CrmLeadStatus,
  type LeadTransition,
} from '@referral-dashboard/api-contract';
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

/** Changes of leads, as an employee makes them. @throws ApiError when the rules refuse a change */
export type LeadChanges = {
  moveLead: (trx: Db, staff: Staff, leadId: string, transition: Transition) => Promise<unknown>;
  changeDeal: (trx: Db, staff: Staff, leadId: string, amountKop: number) => Promise<unknown>;
};

const findLink = (trx: Db, organizationId: string, { connection, deal }: DealEvent) =>
  trx
    .selectFrom('crm_deals as d')
    .innerJoin('leads as l', (join) =>
      join.onRef('l.organization_id', '=', 'd.organization_id').onRef('l.id', '=', 'd.lead_id'),
    )
    .select([
      'd.lead_id',
      'd.stage',
      'd.amount_kop',
      'd.changed_at',
      'l.status',
      'l.number',
      'l.deal_amount_kop',
    ])
    .where('d.organization_id', '=', organizationId)
    .where('d.connection_id', '=', connection)
    .where('d.deal_id', '=', deal)
    .forUpdate('d')
    .executeTakeFirst();

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>;

const ignored = (cause: string): Outcome => ({ state: 'ignored', cause });

/** Creates the handler of deals: the stage of a deal becomes the status of its lead, and the sum of a won deal that of the lead. */
export function createApplyDeal(changes: LeadChanges): EventHandler {
  return async (trx, { organizationId, body }) => {
    const event = dealEvent.parse(body);
    const connection = await connectionsRepo(trx, organizationId).find(event.connection);
    if (connection === undefined) return ignored('Эта CRM отключена.');
    const link = await findLink(trx, organizationId, event);
    if (link === undefined) return ignored('К этой сделке не относится ни один лид.');
    const changedAt = new Date(event.changed_at);
    if (link.changed_at !== null && changedAt < link.changed_at)
      return { state: 'late', cause: 'Более позднее состояние сделки уже учтено.' };
    const hasNewStage = link.stage !== event.stage;
    if (!hasNewStage && link.amount_kop === event.amount_kop)
      return ignored('Стадия и сумма сделки не изменились.');
    const work = { connection, link, event };
    const outcome =
      (await applySum(trx, work, changes)) ??
      (hasNewStage
        ? await applyStage(trx, work, changes)
        : { isSeen: true, result: ignored('Сумма сделки учитывается на успешной стадии.') });
    if (outcome.isSeen) await saveSeen(trx, organizationId, event, changedAt);
    return outcome.result;
  };
}

type Work = { connection: ConnectionRow; link: Link; event: DealEvent };

/** `isSeen`: the state is done with. A stage without a mapping is applied by a later event, once it has one. */
type Applied = { isSeen: boolean; result: Outcome };

const findMapped = ({ connection, event }: Work) =>
  connection.mapping.find(({ stage }) => stage === event.stage);

const NO_OWNER: Applied = {
  isSeen: false,
  result: ignored('Владелец, который подключил CRM, удален. Подключите ее снова.'),
};

/** Gives a won lead the changed sum of its won deal. @returns undefined for leads and deals that are not won. */
async function applySum(trx: Db, work: Work, { changeDeal }: LeadChanges): Promise<Applied | undefined> {
  const { connection, link, event } = work;
  if (link.status !== 'won' || findMapped(work)?.status !== 'won') return undefined;
  const number = leadNumber(link.number);
  if (event.amount_kop === null && link.amount_kop !== null)
    return { isSeen: true, result: ignored(`В сделке больше нет суммы в рублях: у лида ${number} прежняя.`) };
  if (event.amount_kop === null || event.amount_kop === link.amount_kop) return undefined;
  if (event.amount_kop === link.deal_amount_kop)
    return { isSeen: true, result: ignored(`У лида ${number} уже эта сумма.`) };
  if (connection.created_by === null) return NO_OWNER;
  await changeDeal(trx, toStaff(connection), link.lead_id, event.amount_kop);
  return { isSeen: true, result: { state: 'applied', leadId: link.lead_id } };
}

async function applyStage(trx: Db, work: Work, { moveLead }: LeadChanges): Promise<Applied> {
  const { connection, link, event } = work;
  const row = findMapped(work);
  const name = connection.stages.find(({ id }) => id === event.stage)?.name ?? event.stage;
  if (row === undefined)
    return { isSeen: false, result: ignored(`Для стадии «${name}» не выбран статус лида.`) };
  if (row.status === null)
    return { isSeen: true, result: ignored(`Стадия «${name}» не меняет статус лида.`) };
  const path = findPath(link.status, row.status);
  if (path === undefined) return { isSeen: false, result: ignored(noPath(link.status, row.status)) };
  if (path.length === 0)
    return { isSeen: true, result: ignored(`Лид ${leadNumber(link.number)} уже в этом статусе.`) };
  if (connection.created_by === null) return NO_OWNER;
  const staff = toStaff(connection);
  const reason = `Стадия «${name}» в ${CRM_LABELS[connection.kind]}`;
  for (const to of path)
    await moveLead(trx, staff, link.lead_id, toTransition(to, { reason, amountKop: event.amount_kop }));
  return { isSeen: true, result: { state: 'applied', leadId: link.lead_id } };
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

const saveSeen = (
  trx: Db,
  organizationId: string,
  { connection, deal, stage, amount_kop }: DealEvent,
  changedAt: Date,
) =>
  trx
    .updateTable('crm_deals')
    .set({ stage, amount_kop, changed_at: changedAt })
    .where('organization_id', '=', organizationId)
    .where('connection_id', '=', connection)
    .where('deal_id', '=', deal)
    .execute();
