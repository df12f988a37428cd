import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import type { SessionsTable } from '../../platform/db/schema.ts';

export type Session = Selectable<SessionsTable>;
const LIVING = ['id', 'user_id', 'current_token', 'revoked_at', 'created_at'] as const;
/** Columns that tell whether a session lives. */
export type LivingSession = Pick<Session, (typeof LIVING)[number]>;
type Rotation = {
  id: string;
  userId: string;
  /** Hash of the token that is spent. */
  token: string;
  /** Hash of the next one. */
  successor: string;
  at: Date;
  /** Seconds that the next one lives. */
  ttl: number;
  /** Seconds that a session lives. */
  maxSeconds: number;
  /** Seconds in which a spent token is known. */
  grace: number;
};

/** The sessions table. */
export const sessionsRepo = (db: Db) => ({
  async insert(
    session: Pick<Session, 'id' | 'user_id' | 'current_token' | 'created_at' | 'expires_at' | 'user_agent'>,
  ) {
    await db
      .insertInto('sessions')
      .values({ ...session, spent_tokens: '[]', refreshed_at: session.created_at, revoked_at: null })
      .execute();
  },

  /** Sessions in the order of the ids. */
  async findAll(ids: readonly string[]): Promise<readonly (LivingSession | undefined)[]> {
    const rows = await db
      .selectFrom('sessions')
      .select(LIVING)
      .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
      .execute();
    return ids.map((id) => rows.find((row) => row.id === id));
  },

  find: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Holds the row until the end of the transaction: exchanges of one session happen one after another, in all processes. */
  findLocked: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /**
   * Replaces the current token of a session that lives, in one statement: of two exchanges of one token, one finds it. Tokens spent
   * recently are kept.
   *
   * @returns when the session was begun; undefined for a session that is over or revoked, and for any other token.
   */
  async rotate({ id, userId, token, successor, at, ttl, maxSeconds, grace }: Rotation) {
    const spent = JSON.stringify(grace > 0 ? [{ token, at: at.toISOString() }] : []);
    const rotated = await db
      .updateTable('sessions')
      .set({
        current_token: successor,
        spent_tokens: sql`(
          select coalesce(jsonb_agg(spent), '[]') from jsonb_array_elements(spent_tokens) spent
          where abs(extract(epoch from (spent ->> 'at')::timestamptz - ${at}::timestamptz)) < ${grace}::int) || ${spent}::jsonb`,
        refreshed_at: at,
        expires_at: sql`least(${at}::timestamptz + make_interval(secs => ${ttl}::int), created_at + make_interval(secs => ${maxSeconds}::int))`,
      })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('current_token', '=', token)
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`created_at > ${at}::timestamptz - make_interval(secs => ${maxSeconds}::int)`)
      .returning('created_at')
      .executeTakeFirst();
    return rotated?.created_at;
  },

  async revoke(id: string, at: Date) {
    await db.updateTable('sessions').set({ revoked_at: at }).where('id', '=', id).execute();
  },

  async revokeAll(userId: string, at: Date) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
  },

  /** @returns whether there was one to end. */
  async revokeOf(userId: string, id: string, at: Date): Promise<boolean> {
    const ended = await db
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    return ended.length > 0;
  },

  async revokeOthers(userId: string, kept: string, at: Date) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('id', '<>', kept)
      .where('revoked_at', 'is', null)
      .execute();
  },

  /** Browsers in which a person's sessions were begun, as far back as they are kept. */
  agents: async (userId: string): Promise<string[]> =>
    (
      await db.selectFrom('sessions').select('user_agent').distinct().where('user_id', '=', userId).execute()
    ).map(({ user_agent }) => user_agent),

  living: (userId: string, now: Date): Promise<Session[]> =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('refreshed_at', 'desc')
      .orderBy('id')
      .limit(100)
      .execute(),

  async prune(now: Date) {
    await pruneTable(db, 'sessions', sql`t.expires_at <= ${now}`);
  },
});
