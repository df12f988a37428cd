import { createHash, randomInt, randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import { invalid } from '../../platform/errors.ts';

/** Seconds for which a code works. */
export const CODE_LIFE = 15 * 60;
const TRIES = 5;

type Kind = 'recovery' | 'phone' | 'join' | 'payout' | 'email';

const hashOf = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest('base64url');

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** 400: one and the same for a wrong code, an old one, one that was tried too often, and a phone that nobody has. */
export const wrongCode = () =>
  invalid({ code: ['Код не подошел или устарел. Проверьте его или запросите новый.'] });

/** Codes of six digits: each works for a quarter of an hour, once, and for five tries; a new one ends those before. */
export const createCodes = (db: Db, clock: Clock) => ({
  /** @returns the code, to be sent. `email`: the address that it confirms. */
  async make(trx: Db, kind: Kind, phone: string, userId: string | null, email = ''): Promise<string> {
    const [id, at] = [randomUUIDv7(), clock()];
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await trx
      .insertInto('account_codes')
      .values({
        id,
        kind,
        phone,
        email,
        user_id: userId,
        code_hash: hashOf(id, code),
        created_at: at,
        expires_at: plusSeconds(at, CODE_LIFE),
      })
      .execute();
    return code;
  },

  /**
   * Counts a try at the latest code of a phone, before it is looked at: tries at one moment are counted too.
   *
   * @returns the code's id and whose it is, if anybody's.
   * @throws ApiError 400
   */
  async check(
    kind: Kind,
    phone: string,
    code: string,
    email = '',
  ): Promise<{ id: string; userId: string | null }> {
    const tried = await db
      .updateTable('account_codes')
      .set({ tries: sql`tries + 1` })
      .where('id', '=', (codes) =>
        codes
          .selectFrom('account_codes')
          .select('id')
          .where('kind', '=', kind)
          .where('phone', '=', phone)
          .where('email', '=', email)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .where('tries', '<', TRIES)
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock())
      .returning(['id', 'user_id', 'code_hash'])
      .executeTakeFirst();
    if (tried === undefined || !isSame(tried.code_hash, hashOf(tried.id, code))) throw wrongCode();
    return { id: tried.id, userId: tried.user_id };
  },

  /** Uses a code up. @throws ApiError 400 when somebody else was quicker. */
  async use(trx: Db, id: string) {
    const used = await trx
      .updateTable('account_codes')
      .set({ used_at: clock() })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .returning('id')
      .execute();
    if (used.length === 0) throw wrongCode();
  },

  async prune() {
    await pruneTable(db, 'account_codes', sql`t.expires_at <= ${clock()}`);
  },
});

export type Codes = ReturnType<typeof createCodes>;
