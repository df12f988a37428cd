import { randomUUIDv7 } from 'node:crypto';
import { type ApiKeyCalls, MAX_KEY_CALLS } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

/** Queries for the last calls of a key. */
export const lastCallsRepo = (db: Db, organizationId: string, keyId: string) => ({
  async list(): Promise<ApiKeyCalls> {
    const rows = await db
      .selectFrom('api_key_calls')
      .select(['id', 'method', 'path', 'status', 'duration_ms', 'at'])
      .where('organization_id', '=', organizationId)
      .where('api_key_id', '=', keyId)
      .orderBy('id', 'desc')
      .limit(MAX_KEY_CALLS)
      .execute();
    return { results: rows.map(({ at, ...call }) => ({ ...call, at: at.toISOString() })) };
  },

  /** Adds a call and deletes those beyond the last 100. */
  async add(call: { method: string; path: string; status: number; duration_ms: number; at: Date }) {
    const ofKey = sql`organization_id = ${organizationId} and api_key_id = ${keyId}`;
    await db
      .insertInto('api_key_calls')
      .values({ ...call, id: randomUUIDv7(), organization_id: organizationId, api_key_id: keyId })
      .execute();
    await sql`
      delete from api_key_calls where ${ofKey} and id <= (
        select id from api_key_calls where ${ofKey} order by id desc offset ${sql.lit(MAX_KEY_CALLS)} limit 1)`.execute(
      db,
    );
  },
});

const MAX_PATH = 200;

/** Records the calls of API keys after their responses. A call that cannot be recorded is reported and changes nothing else. */
export function recordCalls(app: FastifyInstance, db: Db, clock: Clock) {
  app.addHook('onResponse', async ({ principal, method, url, log }, reply) => {
    const keyId = principal?.apiKey?.id;
    const organizationId = principal?.organizationId;
    if (keyId === undefined || !organizationId) return;
    const path = url.split('?')[0]?.slice(0, MAX_PATH) ?? '';
    const duration_ms = Math.round(reply.elapsedTime);
    await lastCallsRepo(db, organizationId, keyId)
      .add({ method, path, status: reply.statusCode, duration_ms, at: clock() })
      .catch((err: unknown) => log.warn({ err }, 'call of an API key not recorded'));
  });
}
