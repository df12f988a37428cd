import { stateMachines } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { notify, notifyAll } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LeadChange, LeadTransfer } from './leads.ts';

/** Reads what messages say about leads, by id. */
async function readLeads(trx: Db, organizationId: string, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('leads as l')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .select(['l.id', 'l.number', 'l.partner_id', 'p.name as program'])
    .where('l.organization_id', '=', organizationId)
    .where(sql<SqlBool>`l.id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function findLead(trx: Db, { organizationId, leadId }: LeadChange) {
  const lead = (await readLeads(trx, organizationId, [leadId])).get(leadId);
  if (lead === undefined) throw new Error('the lead does not exist');
  return lead;
}

/** Returns those leads for whose deals another partner gets the reward, because the client was already attached to that partner. */
async function attachedToOthers(trx: Db, organizationId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const found = await trx
    .selectFrom('leads as l')
    .innerJoin('sales as s', (join) =>
      join.onRef('s.organization_id', '=', 'l.organization_id').onRef('s.lead_id', '=', 'l.id'),
    )
    .innerJoin('attachments as a', (join) =>
      join.onRef('a.organization_id', '=', 's.organization_id').onRef('a.id', '=', 's.attachment_id'),
    )
    .select('l.id')
    .where('l.organization_id', '=', organizationId)
    .where(sql<SqlBool>`l.id = any(${ids}::uuid[])`)
    .where('l.reward_event', '=', 'deal_won')
    .where(sql<SqlBool>`a.lead_id is distinct from l.id and a.partner_id <> l.partner_id`)
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Notifies staff and the partner of a new lead. Duplicates are not notified. */
export async function notifyNewLead(trx: Db, change: LeadChange) {
  if (change.to !== 'new') return;
  const { organizationId, leadId, actorId, at } = change;
  const { number, partner_id, program } = await findLead(trx, change);
  const path = `/leads?id=${leadId}`;
  const title = `Новый лид Л-${number}`;
  await notify(trx, {
    organizationId,
    actorId,
    at,
    event: 'lead_came',
    staff: { title, path, text: `Пришел лид Л-${number} по программе «${program}».` },
    partner:
      partner_id === null
        ? undefined
        : { title, path, cardId: partner_id, text: `По вашей ссылке пришел лид Л-${number}: «${program}».` },
  });
}

/** Notifies of new statuses of leads, which one user has changed together. */
export async function notifyLeadTransitions(trx: Db, changes: readonly LeadChange[]) {
  const [first] = changes;
  if (first === undefined) return;
  const { organizationId, actorId, at } = first;
  const leads = await readLeads(
    trx,
    organizationId,
    changes.map(({ leadId }) => leadId),
  );
  const won = changes.filter(({ to }) => to === 'won').map(({ leadId }) => leadId);
  const unrewarded = await attachedToOthers(trx, organizationId, won);
  const texts = changes.flatMap(({ leadId, to }) => {
    const lead = leads.get(leadId);
    if (lead === undefined) return [];
    const { number, partner_id, program } = lead;
    const message = {
      title: `Лид Л-${number}: ${stateMachines.lead.labels[to]}`,
      text: `Лид Л-${number} («${program}») теперь в статусе «${stateMachines.lead.labels[to]}».`,
      path: `/leads?id=${leadId}`,
    };
    const text = unrewarded.has(leadId)
      ? `${message.text} Клиент уже закреплен за другим партнером, вознаграждение не начислено.`
      : message.text;
    return [
      {
        staff: message,
        partner: partner_id === null ? undefined : { ...message, text, cardId: partner_id },
      },
    ];
  });
  await notifyAll(trx, { organizationId, actorId, at, event: 'lead_moved' }, texts);
}

/** Notifies both partners and the staff of a transfer. The messages do not name the other partner. */
export async function notifyOfTransfer(trx: Db, change: LeadTransfer) {
  const { organizationId, leadId, actorId, at, transfer } = change;
  const { number, program } = await findLead(trx, change);
  const path = `/leads?id=${leadId}`;
  const title = `Лид Л-${number} передан`;
  const message = {
    title: `Вам передан лид Л-${number}`,
    text: `Вам передан лид Л-${number} («${program}»). Следующие начисления за него получите вы.`,
    path,
  };
  const event = 'lead_moved';
  await notify(trx, {
    organizationId,
    actorId,
    at,
    event,
    staff: { title, text: `Лид Л-${number} («${program}») передан другому партнеру.`, path },
    partner: { ...message, cardId: transfer.to },
  });
  if (transfer.from === null) return;
  await notify(trx, {
    organizationId,
    actorId,
    at,
    event,
    partner: {
      title,
      text: `Лид Л-${number} («${program}») передан другому партнеру. Начисленное за него остается у вас.`,
      cardId: transfer.from,
    },
  });
}
