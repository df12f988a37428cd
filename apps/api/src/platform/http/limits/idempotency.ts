import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEY } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { pruneTable } from '../../db/prune.ts';
import { conflict, unreadable } from '../../errors.ts';

/** Subject of an idempotency key: the call and its body. */
export type IdempotentCall = { organizationId: string; key: string | undefined; call: string; body: unknown };

/** @throws ApiError 400 for a key that is none, or is missing where it is due. */
export function idempotencyKeyOf(
  { headers }: FastifyRequest,
  need: 'required' | 'optional',
): string | undefined {
  const { 'idempotency-key': key } = headers;
  if (key === undefined && need === 'optional') return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw unreadable(
    'Нужен заголовок "Idempotency-Key": от 1 до 200 символов без пробелов, свой для каждого действия.',
  );
}

/**
 * Does something once for a key: the same call again, at the same time or later, gets the first one's answer and does nothing. What is
 * refused leaves no trace, so that it may be tried again.
 *
 * @throws ApiError 409 when the key was used for something else.
 */
export function withIdempotency<Answer>(
  db: Db,
  { organizationId, key, call, body }: IdempotentCall,
  at: Date,
  effect: (trx: Db) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    if (key === undefined) return effect(trx);
    const request_sha256 = createHash('sha256')
      .update(JSON.stringify([call, body]))
      .digest('hex');
    // The second of two at once waits here for the first to end.
    const taken = await trx
      .insertInto('idempotency_keys')
      .values({ organization_id: organizationId, key, request_sha256, answer: null, created_at: at })
      .onConflict((clash) => clash.columns(['organization_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    const ofKey = trx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('key', '=', key);
    if (taken === undefined) {
      const known = await ofKey.executeTakeFirstOrThrow();
      if (known.request_sha256 === request_sha256) return known.answer as Answer;
      throw conflict('idempotency_conflict', 'Этот ключ уже использован для другого действия.');
    }
    const answer = await effect(trx);
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('organization_id', '=', organizationId)
      .where('key', '=', key)
      .execute();
    return answer;
  });
}

/** Removes keys that were first used before a moment: the same key does its work anew. */
export const pruneIdempotencyKeys = (db: Db, before: Date) =>
  pruneTable(db, 'idempotency_keys', sql`t.created_at <= ${before}`);
