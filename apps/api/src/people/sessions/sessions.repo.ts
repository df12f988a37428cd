import { type Selectable, sql } from 'kysely';
import type { SessionEnd, SessionsTable } from '../../database/schema.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayGiven, prepared } from '../../platform/db/prepared.ts';
import { pruneTable } from '../../platform/db/prune.ts';

export type Session = Selectable<SessionsTable>;
/** Whose a session is, the hash of the token that may be exchanged, and whether it lives. */
export type SessionState = Pick<Session, 'id' | 'user_id' | 'current_token'> & { lives: boolean };
/** Exchange of a session's current token for its next one. */
export type Rotation = {
  id: string;
  userId: string;
  /** Hash of the token that is spent. */
  token: string;
  /** Hash of the next one. */
  successor: string;
  at: Date;
};
/** Seconds: that a token lives, that a session lives at most, in which a spent token is known. */
type Spans = { ttl: number; maxSeconds: number; grace: number };

/** Spent tokens that are known at most: more exchanges than these within the grace are no lost answers. */
const KEPT = 10;

/**
 * Moment after which a session's row is dropped: the end of that day in UTC. An exchange leaves it as it was nearly always, and a row of
 * which no index changes is written beside its old version and makes room for the next.
 */
const endOfDay = (moment: string) => `date_trunc('day', ${moment}, 'UTC') + interval '1 day'`;

const statesOf = prepared<SessionState, [ids: string[], over: Date]>(`
  select id, user_id, current_token, revoked_at is null and created_at > $2 as lives
  from sessions where id = any(${arrayGiven(1, 'uuid')})`);

type Exchanged = [
  ids: string[],
  users: string[],
  tokens: string[],
  successors: string[],
  moments: string[],
  spent: string[],
  ttl: number,
  maxSeconds: number,
  grace: number,
];

const exchange = (lock: string) =>
  prepared<{ id: string; created_at: Date }, Exchanged>(`
    with held as materialized (
      select id from sessions where id = any(${arrayGiven(1, 'uuid')}) ${lock}
    )
    update sessions s set
      current_token = r.successor,
      spent_tokens = (
        select coalesce(jsonb_agg(entry order by place), '[]')
        from jsonb_array_elements(s.spent_tokens) with ordinality spent (entry, place)
        where place > jsonb_array_length(s.spent_tokens) - ${KEPT - 1}
          and abs(extract(epoch from (entry ->> 'at')::timestamptz - r.at)) < $9::int) || r.spent::jsonb,
      refreshed_at = r.at,
      expires_at = ${endOfDay('least(r.at + make_interval(secs => $7::int), s.created_at + make_interval(secs => $8::int))')}
    from held
      join unnest(${arrayGiven(1, 'uuid')}, $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
        as r (id, user_id, token, successor, at, spent) on r.id = held.id
    where s.id = r.id and s.user_id = r.user_id and s.current_token = r.token and s.revoked_at is null
      and s.created_at > r.at - make_interval(secs => $8::int)
    returning s.id, s.created_at`);

const exchangeHeld = { wait: exchange('for no key update'), skip: exchange('for no key update skip locked') };

/** The sessions table. */
export const sessionsRepo = (db: Db) => ({
  async insert(
    session: Pick<Session, 'id' | 'user_id' | 'current_token' | 'created_at' | 'expires_at' | 'user_agent'>,
  ) {
    await db
      .insertInto('sessions')
      .values({
        ...session,
        expires_at: sql<Date>`(select ${sql.raw(endOfDay('ends'))} from (select ${session.expires_at}::timestamptz as ends) given)`,
        spent_tokens: '[]',
        refreshed_at: session.created_at,
        revoked_at: null,
      })
      .execute();
  },

  /** Sessions in the order of the ids; those begun by `over` live no more. */
  async findAll(ids: readonly string[], over: Date): Promise<readonly (SessionState | undefined)[]> {
    const rows = await statesOf(db, [...new Set(ids)], over);
    return ids.map((id) => rows.find((row) => row.id === id));
  },

  find: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Holds the row until the end of the transaction: exchanges of one session happen one after another, in all processes. */
  findLocked: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /**
   * Replaces the current tokens of sessions that live, in one statement: of two exchanges of one token, one finds it. Tokens spent
   * recently are kept.
   *
   * @param busy What becomes of sessions that somebody holds: they are waited for, or left as they are, so that holding several
   *   cannot end in a deadlock.
   * @returns when each session was begun, in the order of the exchanges; undefined for a session that is over, revoked or left, and
   *   for any other token.
   */
  async rotate(
    rotations: readonly Rotation[],
    { ttl, maxSeconds, grace }: Spans,
    busy: 'wait' | 'skip',
  ): Promise<readonly (Date | undefined)[]> {
    // Of one session asked for twice the first exchange is made.
    const each = [...new Map(rotations.toReversed().map((rotation) => [rotation.id, rotation])).values()];
    const of = (value: (rotation: Rotation) => string) => each.map(value);
    const rows = await exchangeHeld[busy](
      db,
      of(({ id }) => id),
      of(({ userId }) => userId),
      of(({ token }) => token),
      of(({ successor }) => successor),
      of(({ at }) => at.toISOString()),
      of(({ token, at }) => JSON.stringify(grace > 0 ? [{ token, at: at.toISOString() }] : [])),
      ttl,
      maxSeconds,
      grace,
    );
    return rotations.map((rotation) =>
      each.includes(rotation) ? rows.find(({ id }) => id === rotation.id)?.created_at : undefined,
    );
  },

  async revoke(id: string, at: Date, end_reason: SessionEnd) {
    await db.updateTable('sessions').set({ revoked_at: at, end_reason }).where('id', '=', id).execute();
  },

  async revokeAll(userId: string, at: Date, end_reason: SessionEnd) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at, end_reason })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
  },

  /** @returns whether there was one to end. */
  async revokeOf(userId: string, id: string, at: Date): Promise<boolean> {
    const ended = await db
      .updateTable('sessions')
      .set({ revoked_at: at, end_reason: 'ended' })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    return ended.length > 0;
  },

  async revokeOthers(userId: string, kept: string, at: Date, end_reason: SessionEnd) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at, end_reason })
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
