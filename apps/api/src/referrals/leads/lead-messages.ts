import { stateMachines } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { notify } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { LeadChange, LeadTransfer } from './leads.ts';

const findLead = (trx: Db, { organizationId, leadId }: LeadChange) =>
  trx
    .selectFrom('leads as l')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.program_id'),
    )
    .select(['l.number', 'l.partner_id', 'p.name as program'])
    .where('l.organization_id', '=', organizationId)
    .where('l.id', '=', leadId)
    .executeTakeFirstOrThrow();

/** Returns true when another partner gets the reward for the deal of a lead, because the client was already attached to that partner. */
async function isAttachedToOther(trx: Db, { organizationId, leadId }: LeadChange): Promise<boolean> {
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
    .where('l.id', '=', leadId)
    .where('l.reward_event', '=', 'deal_won')
    .where(sql<SqlBool>`a.lead_id is distinct from l.id and a.partner_id <> l.partner_id`)
    .executeTakeFirst();
  return found !== undefined;
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

/** Notifies of a new status of a lead. */
export async function notifyLeadTransition(trx: Db, change: LeadChange) {
  const { organizationId, leadId, actorId, at, to } = change;
  const { number, partner_id, program } = await findLead(trx, change);
  const message = {
    title: `Лид Л-${number}: ${stateMachines.lead.labels[to]}`,
    text: `Лид Л-${number} («${program}») теперь в статусе «${stateMachines.lead.labels[to]}».`,
    path: `/leads?id=${leadId}`,
  };
  const text =
    to === 'won' && (await isAttachedToOther(trx, change))
      ? `${message.text} Клиент уже закреплен за другим партнером, вознаграждение не начислено.`
      : message.text;
  await notify(trx, {
    organizationId,
    actorId,
    at,
    event: 'lead_moved',
    staff: message,
    partner: partner_id === null ? undefined : { ...message, text, cardId: partner_id },
  });
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
