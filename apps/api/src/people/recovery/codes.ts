import { createHash, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import { invalid } from '../../platform/errors.ts';

/** Lifetime of a code, in seconds. */
export const CODE_LIFE = 15 * 60;
/**
 * Maximum attempts from the network that requested a code, and also from all other networks together, so that attackers cannot use up the
 * owner's attempts.
 */
const MAX_ATTEMPTS = 5;

type Kind = 'recovery' | 'phone' | 'join' | 'payout' | 'email';

const hashCode = (id: string, code: string) =>
  createHash('sha256').update(`${id}:${code}`).digest('base64url');

const isSame = (first: string, second: string) => timingSafeEqual(Buffer.from(first), Buffer.from(second));

/** Error 400. It is the same for a wrong, expired or blocked code and for a phone without an account. */
export const wrongCode = () =>
  invalid({ code: ['Код не подошел или устарел. Проверьте его или запросите новый.'] });

/** One-time codes of six digits. A code is valid for 15 minutes and a few attempts. A new code of the same network replaces it. */
export const createCodes = (db: Db, clock: Clock) => ({
  /** Creates a code and returns it. The caller sends it. @param email the address that the code confirms; empty for other kinds. */
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
        code_hash: hashCode(id, code),
        created_at: at,
        expires_at: plusSeconds(at, CODE_LIFE),
      })
      .execute();
    return code;
  },

  /**
   * Compares a code with the latest code that the network requested, else with the latest code of the phone. The attempt is counted before
   * the comparison, so that concurrent attempts cannot exceed the limit.
   *
   * @returns the id of the code and its user, if it has one.
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
    const row = await db
      .updateTable('account_codes')
      .set({
        attempts: sql`case when ${isOwn} then attempts + 1 else attempts end`,
        attempts_elsewhere: sql`case when ${isOwn} then attempts_elsewhere else attempts_elsewhere + 1 end`,
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
      .where(sql<SqlBool>`case when ${isOwn} then attempts else attempts_elsewhere end < ${MAX_ATTEMPTS}`)
      .where('used_at', 'is', null)
      .returning(['id', 'user_id', 'code_hash'])
      .executeTakeFirst();
    if (row === undefined || !isSame(row.code_hash, hashCode(row.id, code))) throw wrongCode();
    return { id: row.id, userId: row.user_id };
  },

  /** Marks a code and all other codes of its kind and phone as used. @throws ApiError 400 when it was already used. */
  async use(trx: Db, id: string) {
    const rows = await trx
      .updateTable('account_codes as c')
      .from('account_codes as own')
      .set({ used_at: clock() })
      .where('own.id', '=', id)
      .whereRef('c.kind', '=', 'own.kind')
      .whereRef('c.phone', '=', 'own.phone')
      .where('c.used_at', 'is', null)
      .returning('c.id')
      .execute();
    if (!rows.some((row) => row.id === id)) throw wrongCode();
  },

  async prune() {
    await pruneTable(db, 'account_codes', sql`t.expires_at <= ${clock()}`);
  },
});

export type Codes = ReturnType<typeof createCodes>;
