import { createHash, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import { invalid } from '../../platform/errors.ts';

/** Seconds for which a code works. */
export const CODE_LIFE = 15 * 60;
/** Tries from the network that requested a code, and the same number from all others together: strangers cannot use up the owner's tries. */
const TRIES = 5;

type Kind = 'recovery' | 'phone' | 'join' | 'payout' | 'email';

const hashOf = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest('base64url');

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** 400: the same for a wrong code, an expired one, one that was tried too often, and a phone without an account. */
export const wrongCode = () =>
  invalid({ code: ['Код не подошел или устарел. Проверьте его или запросите новый.'] });

/** Codes of six digits: each works for a quarter of an hour, once, and for a few tries; a new one of the same network replaces it. */
export const createCodes = (db: Db, clock: Clock) => ({
  /** @returns the code, to be sent. `email`: the address that it confirms. */
  async make(
    trx: Db,
    kind: Kind,
    phone: string,
    userId: string | null,
    network: string,
    email = '',
  ): Promise<string> {
    const [id, at] = [randomUUIDv7(), clock()];
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await trx
      .updateTable('account_codes')
      .set({ expires_at: at })
      .where('kind', '=', kind)
      .where('phone', '=', phone)
      .where('network', '=', network)
      .where('expires_at', '>', at)
      .execute();
    await trx
      .insertInto('account_codes')
      .values({
        id,
        kind,
        phone,
        email,
        user_id: userId,
        network,
        code_hash: hashOf(id, code),
        created_at: at,
        expires_at: plusSeconds(at, CODE_LIFE),
      })
      .execute();
    return code;
  },

  /**
   * Compares a code with the latest one that the network asked for, or else with the latest one of the phone. The try is counted first, so
   * that concurrent tries are counted too.
   *
   * @returns the code's id and its user, if there is one.
   * @throws ApiError 400
   */
  async check(
    kind: Kind,
    phone: string,
    code: string,
    network: string,
    email = '',
  ): Promise<{ id: string; userId: string | null }> {
    const isOwn = sql<SqlBool>`network = ${network}`;
    const tried = await db
      .updateTable('account_codes')
      .set({
        tries: sql`case when ${isOwn} then tries + 1 else tries end`,
        other_tries: sql`case when ${isOwn} then other_tries else other_tries + 1 end`,
      })
      .where('id', '=', (codes) =>
        codes
          .selectFrom('account_codes')
          .select('id')
          .where('kind', '=', kind)
          .where('phone', '=', phone)
          .where('email', '=', email)
          .where('expires_at', '>', clock())
          .where('used_at', 'is', null)
          .orderBy(isOwn, 'desc')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .where(sql<SqlBool>`case when ${isOwn} then tries else other_tries end < ${TRIES}`)
      .where('used_at', 'is', null)
      .returning(['id', 'user_id', 'code_hash'])
      .executeTakeFirst();
    if (tried === undefined || !isSame(tried.code_hash, hashOf(tried.id, code))) throw wrongCode();
    return { id: tried.id, userId: tried.user_id };
  },

  /** Uses a code up, and with it all others of its kind and phone. @throws ApiError 400 when it has been used already. */
  async use(trx: Db, id: string) {
    const used = await trx
      .updateTable('account_codes as c')
      .from('account_codes as own')
      .set({ used_at: clock() })
      .where('own.id', '=', id)
      .whereRef('c.kind', '=', 'own.kind')
      .whereRef('c.phone', '=', 'own.phone')
      .where('c.used_at', 'is', null)
      .returning('c.id')
      .execute();
    if (!used.some((one) => one.id === id)) throw wrongCode();
  },

  async prune() {
    await pruneTable(db, 'account_codes', sql`t.expires_at <= ${clock()}`);
  },
});

export type Codes = ReturnType<typeof createCodes>;
