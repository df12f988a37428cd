import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import type { SessionsTable, Spent } from '../../platform/db/schema.ts';

export type Session = Selectable<SessionsTable>;
type Rotation = { current: string; spent: Spent[]; at: Date; expiresAt: Date };

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

  find: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Holds the row until the end of the transaction: exchanges of one session happen one after another, in all processes. */
  findLocked: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  async rotate(id: string, { current, spent, at, expiresAt }: Rotation) {
    await db
      .updateTable('sessions')
      .set({
        current_token: current,
        spent_tokens: JSON.stringify(spent),
        refreshed_at: at,
        expires_at: expiresAt,
      })
      .where('id', '=', id)
      .execute();
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
