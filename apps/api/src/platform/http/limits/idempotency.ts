import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEY, type RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { pruneTable } from '../../db/prune.ts';
import { conflict, unreadable } from '../../errors.ts';

/** The call and the body that an idempotency key belongs to. */
export type IdempotentCall = { organizationId: string; key: string | undefined; call: string; body: unknown };

/** Returns the idempotency key of a request. @throws ApiError 400 for an invalid key, or a missing one that the contract requires. */
export function readIdempotencyKey(
  { headers }: FastifyRequest,
  need: NonNullable<RouteContract['idempotency']>,
): string | undefined {
  const { 'idempotency-key': key } = headers;
  if (key === undefined && need !== 'required') return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw unreadable(
    'Нужен заголовок "Idempotency-Key": от 1 до 200 символов без пробелов, свой для каждого действия.',
  );
}

/** 409: the key belongs to another call or body. */
export const usedKey = () =>
  conflict('idempotency_conflict', 'Этот ключ уже использован для другого действия.');

/**
 * Runs the work once per key. A repeated call, also a concurrent one, gets the first response and has no effect. A refused call stores
 * nothing, so it may be repeated.
 *
 * @throws ApiError 409 when the key was used with another call or body.
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
    // Of two concurrent calls, the second waits here for the first.
    const inserted = await trx
      .insertInto('idempotency_keys')
      .values({ organization_id: organizationId, key, request_sha256, response: null, created_at: at })
      .onConflict((clash) => clash.columns(['organization_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    const ofKey = trx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('key', '=', key);
    if (inserted === undefined) {
      const existing = await ofKey.executeTakeFirstOrThrow();
      if (existing.request_sha256 === request_sha256) return existing.response as Answer;
      throw usedKey();
    }
    const response = await effect(trx);
    await trx
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(response) })
      .where('organization_id', '=', organizationId)
      .where('key', '=', key)
      .execute();
    return response;
  });
}

/** Removes keys that were first used before a moment. The same key then runs its work again. */
export const pruneIdempotencyKeys = (db: Db, before: Date) =>
  pruneTable(db, 'idempotency_keys', sql`t.created_at <= ${before}`);
