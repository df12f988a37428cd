import { randomUUID } from 'node:crypto';
import type { User } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Caller, ok, type World } from './world.ts';

/** Inserts a CRM connection of the organization, or restores it. Removes its other connections. */
export async function insertCrmConnection(
  { server: { db } }: Pick<World, 'server'>,
  organizationId: string,
  id: string,
) {
  await db
    .deleteFrom('crm_connections')
    .where('organization_id', '=', organizationId)
    .where('id', '<>', id)
    .execute();
  await sql`
    insert into crm_connections (organization_id, id, kind, address, credentials, stages, stages_read_at, mapping, created_at)
    values (${organizationId}, ${id}, 'bitrix24', 'https://crm.invalid', 'sealed with another key',
      '[{"id":"NEW","name":"Новая","pipeline":"Общая","kind":"open"}]', now(), '[]', now())
    on conflict (organization_id, id) do update set version = 1, is_on = false`.execute(db);
}

/** Inserts a CRM connection of the caller's organization. @returns its id. */
export async function crmConnectionOf(world: World, boss: Caller): Promise<{ crmConnection: string }> {
  const { organization } = ok<User>(await boss.get('/api/accounts/users/me/'));
  const crmConnection = randomUUID();
  if (organization !== null) await insertCrmConnection(world, organization.id, crmConnection);
  return { crmConnection };
}
