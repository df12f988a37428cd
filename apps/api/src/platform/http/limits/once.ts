import { createHmac, hkdfSync } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { pruneTable } from '../../db/prune.ts';
import { conflict, refusalIn } from '../../errors.ts';
import { pause } from '../../pause.ts';
import { createSealer } from '../../sealed.ts';
import { getPrincipal } from '../guard.ts';
import { readIdempotencyKey, usedKey } from './idempotency.ts';

type Once = (request: FastifyRequest, body: unknown, work: () => Promise<unknown>) => Promise<unknown>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs a call once per caller and `Idempotency-Key`. A repeated call, also a concurrent one, gets the response of the first one. A
     * refused call stores nothing, so it may be repeated.
     *
     * @throws ApiError 409 when the key was used with another call or body, or when the outcome of the first call is unknown.
     */
    once: Once;
  }
}

/** Seconds that a response is kept. */
const KEPT_SECONDS = 24 * 60 * 60;
/** Seconds after which a call without a response is taken for interrupted. */
const LEASE_SECONDS = 60;
const POLL_MS = 50;
const POLLS = 200;
const PURPOSE = 'idempotent calls';

const stillRunning = () =>
  conflict('idempotency_conflict', 'Действие с этим ключом еще выполняется. Повторите через минуту.');

const unknownOutcome = () =>
  conflict(
    'idempotency_conflict',
    'Прошлая попытка с этим ключом прервалась. Проверьте, выполнено ли действие, и повторите с новым ключом.',
  );

type Call = { caller_id: string; key: string; digest: string };

/** Responses are sealed, because some contain secrets that the database must not store, and bodies are hashed with a key. */
export function createOnce(db: Db, clock: Clock, secretKey: string): Once {
  const sealer = createSealer(secretKey, PURPOSE);
  const digestKey = Buffer.from(hkdfSync('sha256', secretKey, '', `${PURPOSE}: digest`, 32));
  const digestOf = ({ method, url }: FastifyRequest, body: unknown) =>
    createHmac('sha256', digestKey)
      .update(JSON.stringify([method, url, body ?? null]))
      .digest('base64url');

  const ofCall = ({ caller_id, key }: Call) => sql<boolean>`caller_id = ${caller_id} and key = ${key}`;

  /** Reserves the key. Returns false when it is used already. */
  async function reserve(call: Call): Promise<boolean> {
    const inserted = await db
      .insertInto('idempotent_calls')
      .values({ ...call, response: null, created_at: clock() })
      .onConflict((clash) => clash.columns(['caller_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async function run(call: Call, work: () => Promise<unknown>): Promise<unknown> {
    try {
      const response = await work();
      const sealed = sealer.seal(JSON.stringify(response), call.caller_id);
      await db.updateTable('idempotent_calls').set({ response: sealed }).where(ofCall(call)).execute();
      return response;
    } catch (error) {
      // After another error the change may be committed, so the key stays used.
      if (refusalIn(error) !== undefined)
        await db.deleteFrom('idempotent_calls').where(ofCall(call)).execute();
      throw error;
    }
  }

  /** Returns the stored response. Undefined when the first call was refused meanwhile. */
  async function read(call: Call, signal: AbortSignal): Promise<{ response: unknown } | undefined> {
    for (let poll = 0; poll < POLLS && !signal.aborted; poll += 1) {
      const stored = await db
        .selectFrom('idempotent_calls')
        .selectAll()
        .where(ofCall(call))
        .executeTakeFirst();
      if (stored === undefined) return undefined;
      if (stored.digest !== call.digest) throw usedKey();
      if (stored.response !== null) {
        const text = sealer.open(stored.response, call.caller_id);
        if (text === undefined) throw unknownOutcome();
        return { response: JSON.parse(text) };
      }
      if (stored.created_at <= plusSeconds(clock(), -LEASE_SECONDS)) throw unknownOutcome();
      await pause(POLL_MS, signal);
    }
    throw stillRunning();
  }

  return async (request, body, work) => {
    const key = readIdempotencyKey(request, 'once');
    if (key === undefined) return work();
    const { apiKey, user } = getPrincipal(request);
    const call = { caller_id: apiKey?.id ?? user.id, key, digest: digestOf(request, body) };
    for (;;) {
      if (await reserve(call)) return run(call, work);
      const stored = await read(call, request.signal);
      if (stored !== undefined) return stored.response;
    }
  };
}

/** Makes the routes of an app run calls once per idempotency key. */
export const runOnce = (app: FastifyInstance, once: Once) => void app.decorate('once', once);

/** Removes stored responses after a day. The same key then runs its call again. */
export const pruneIdempotentCalls = (db: Db, clock: Clock) =>
  pruneTable(db, 'idempotent_calls', sql`t.created_at <= ${plusSeconds(clock(), -KEPT_SECONDS)}`);
