import { randomUUIDv7 } from 'node:crypto';
import type { StoredStage } from '../database/tables/crm.ts';
import { storeEvents } from '../integrations/index.ts';
import { plusSeconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { newToken } from '../platform/one-time-token.ts';
import type { DemoScene } from './scene.ts';
import { daysBefore } from './timeline.ts';

const ADDRESS = 'https://company.bitrix24.ru';
const [CALL, MEASURE, TALKS, WON, LOST] = ['NEW', 'PREPARATION', 'EXECUTING', 'WON', 'LOSE'] as const;
const stage = (id: string, name: string, kind: StoredStage['kind'] = 'open'): StoredStage => ({
  ...{ id, name, pipeline: 'Окна и двери', kind },
});
const STAGES = [
  stage(CALL, 'Первичный звонок'),
  stage(MEASURE, 'Замер назначен'),
  stage(TALKS, 'Договор на согласовании'),
  stage(WON, 'Сделка успешна', 'won'),
  stage(LOST, 'Сделка провалена', 'lost'),
];
/** «Замер назначен» has no status, so that an event of this stage is ignored. */
const MAPPING = [
  { stage: CALL, status: null },
  { stage: TALKS, status: 'in_progress' },
  { stage: WON, status: 'won' },
  { stage: LOST, status: 'lost' },
];

const DEALS = 8;
const REPORTED = 3;
const FIRST_DEAL = 3481;
const CONNECTED_DAYS = 90;

/**
 * Inserts a webhook and a CRM connection, both off, with the events that the CRM reported while it was on. Their keys are random and cannot be
 * decrypted, so that the demo never calls another system.
 */
export async function insertOutsideSystems(trx: Db, { organizationId, staff, now }: DemoScene) {
  const since = daysBefore(now, CONNECTED_DAYS);
  const author = { created_by: staff.userId, created_at: since };
  await trx
    .insertInto('webhooks')
    .values({
      ...{
        organization_id: organizationId,
        id: randomUUIDv7(),
        url: 'https://erp.example.ru/hooks/referral',
      },
      ...{ events: ['lead.created', 'accrual.created', 'payment.paid'], secret: newToken(), is_on: false },
      ...author,
    })
    .execute();
  const connection = randomUUIDv7();
  const leads = await lastWonLeads(trx, organizationId, since);
  const lastWonAt = leads[0]?.won_at ?? since;
  await trx
    .insertInto('crm_connections')
    .values({
      ...{ organization_id: organizationId, id: connection, kind: 'bitrix24', address: ADDRESS },
      ...{ credentials: newToken(), is_on: false, programs: null, first_stage: null },
      ...{ stages: JSON.stringify(STAGES), stages_read_at: since, mapping: JSON.stringify(MAPPING) },
      ...{ last_event_at: plusSeconds(lastWonAt, 3), ...author },
    })
    .execute();
  for (const [at, lead] of leads.entries())
    await trx
      .insertInto('crm_deals')
      .values({
        ...{ organization_id: organizationId, connection_id: connection, lead_id: lead.id },
        ...{ deal_id: String(FIRST_DEAL + at), status: 'sent', attempts: 1, stage: WON },
        ...{
          amount_kop: lead.deal_amount_kop,
          changed_at: lead.won_at,
          sent_at: plusSeconds(lead.created_at, 2),
        },
        ...{
          next_attempt_at: lead.created_at,
          first_attempt_at: lead.created_at,
          created_at: lead.created_at,
        },
      })
      .execute();
  for (const [at, lead] of leads.slice(0, REPORTED).entries())
    await insertDealEvent(trx, organizationId, {
      ...{ connection, deal: FIRST_DEAL + at, stage: WON },
      at: lead.won_at,
      leadId: lead.id,
    });
  const [first, second] = leads;
  if (first === undefined || second === undefined) return;
  await insertDealEvent(trx, organizationId, {
    ...{ connection, deal: FIRST_DEAL + 1 },
    ...{ stage: MEASURE, at: plusSeconds(second.won_at, -26 * 60 * 60) },
    ignored: 'Для стадии «Замер назначен» не выбран статус лида.',
  });
  const late = await insertDealEvent(trx, organizationId, {
    ...{ connection, deal: FIRST_DEAL },
    ...{ stage: TALKS, at: plusSeconds(first.won_at, -90), receivedAt: plusSeconds(first.won_at, 40) },
    ignored: 'Более позднее событие уже применено.',
  });
  await trx
    .updateTable('outside_events')
    .set({ state: 'late' })
    .where('organization_id', '=', organizationId)
    .where('external_id', '=', late)
    .execute();
}

const lastWonLeads = (trx: Db, organizationId: string, since: Date) =>
  trx
    .selectFrom('leads as l')
    .innerJoin('lead_events as e', (join) =>
      join.onRef('e.organization_id', '=', 'l.organization_id').onRef('e.lead_id', '=', 'l.id'),
    )
    .select(['l.id', 'l.created_at', 'l.deal_amount_kop', 'e.at as won_at'])
    .where('l.organization_id', '=', organizationId)
    .where('l.status', '=', 'won')
    .where('l.created_at', '>', since)
    .where('e.to_status', '=', 'won')
    .where('e.from_status', '<>', 'won')
    .orderBy('e.at', 'desc')
    .orderBy('l.id')
    .limit(DEALS)
    .execute();

type DealEvent = {
  connection: string;
  deal: number;
  stage: string;
  at: Date;
  receivedAt?: Date;
  leadId?: string;
  ignored?: string;
};

/** @returns the id of the event. */
async function insertDealEvent(
  trx: Db,
  organizationId: string,
  { connection, deal, stage: id, at, receivedAt = plusSeconds(at, 3), ...result }: DealEvent,
): Promise<string> {
  const name = STAGES.find((one) => one.id === id)?.name;
  const externalId = `Сделка № ${deal}, ${name}`;
  const body = { connection, deal: String(deal), stage: id, changed_at: at.toISOString() };
  await storeEvents(trx, { organizationId, channel: 'crm', at: receivedAt }, [
    { kind: 'deal', externalId, objectKey: `bitrix24:${deal}`, occurred: at, body, ...result },
  ]);
  return externalId;
}
