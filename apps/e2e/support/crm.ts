import { randomUUID } from 'node:crypto';
import type { TestServer } from '@referral-dashboard/api/testing';

const STAGES = [
  { id: 'NEW', name: 'Новая', pipeline: 'Общая', kind: 'open' },
  { id: 'WON', name: 'Сделка успешна', pipeline: 'Общая', kind: 'won' },
];
const MAPPING = STAGES.map(({ id, kind }) => ({ stage: id, status: kind === 'won' ? 'won' : null }));

/** A connection to Битрикс24 with a deal and one that failed, instead of that of the demo. Added once. Its keys cannot be decrypted, so no request leaves the machine. */
export async function addCrm({ db, now }: TestServer) {
  const failed = await db.selectFrom('crm_deals').select('lead_id').where('status', '=', 'failed').execute();
  if (failed.length > 0) return;
  await db.deleteFrom('crm_connections').execute();
  const { organization_id } = await db
    .selectFrom('webhooks')
    .select('organization_id')
    .executeTakeFirstOrThrow();
  const leads = await db
    .selectFrom('leads')
    .select('id')
    .where('organization_id', '=', organization_id)
    .limit(2)
    .execute();
  const [id, at] = [randomUUID(), now()];
  await db
    .insertInto('crm_connections')
    .values({
      ...{ organization_id, id, kind: 'bitrix24', address: 'https://company.bitrix24.ru' },
      ...{ credentials: 'sealed with another key', created_by: null, created_at: at },
      ...{ stages: JSON.stringify(STAGES), stages_read_at: at, mapping: JSON.stringify(MAPPING) },
      ...{ programs: null, first_stage: null },
    })
    .execute();
  for (const [index, lead] of leads.entries())
    await db
      .insertInto('crm_deals')
      .values({
        ...{ organization_id, connection_id: id, lead_id: lead.id },
        ...{ next_attempt_at: at, first_attempt_at: at, created_at: at },
        ...(index === 0
          ? { status: 'sent' as const, deal_id: '17', sent_at: at }
          : { status: 'failed' as const, deal_id: null, problem: 'Битрикс24 ответил ошибкой 500.' }),
      })
      .execute();
}
