import { type Selectable, sql } from 'kysely';
import type { SessionEnd, SessionsTable } from '../../database/tables/people.ts';
import type { Db } from '../../platform/db/db.ts';
import { arrayParameter, prepared } from '../../platform/db/prepared.ts';
import { pruneTable } from '../../platform/db/prune.ts';

export type Session = Selectable<SessionsTable>;
/** User of a session, hash of its current refresh token, and whether it is active. */
export type SessionState = Pick<Session, 'id' | 'user_id' | 'current_token'> & { is_live: boolean };
/** Exchange of the current token of a session for the next one. */
export type Rotation = {
  id: string;
  userId: string;
  /** Hash of the token that becomes spent. */
  token: string;
  /** Hash of the next token. */
  successor: string;
  at: Date;
};
/** Seconds: lifetime of a token, maximum lifetime of a session, grace period for spent tokens. */
type Spans = { ttl: number; maxSeconds: number; grace: number };

/** Maximum number of spent tokens per session. More exchanges within the grace period are not caused by lost responses. */
const MAX_SPENT_TOKENS = 10;

/**
 * SQL for the expiry of a session's row: the end of the day in UTC. Most exchanges do not change it, so that PostgreSQL can use
 * heap-only (HOT) updates without new index entries.
 */
const endOfDay = (moment: string) => `date_trunc('day', ${moment}, 'UTC') + interval '1 day'`;

const findStates = prepared<SessionState, [ids: string[], createdAfter: Date]>(`
  select id, user_id, current_token, revoked_at is null and created_at > $2 as is_live
  from sessions where id = any(${arrayParameter(1, 'uuid')})`);

type ExchangeValues = [
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
  prepared<{ id: string; created_at: Date }, ExchangeValues>(`
    with locked_sessions as materialized (
      select id from sessions where id = any(${arrayParameter(1, 'uuid')}) ${lock}
    )
    update sessions s set
      current_token = rotation.successor,
      spent_tokens = (
        select coalesce(jsonb_agg(entry order by ordinal), '[]')
        from jsonb_array_elements(s.spent_tokens) with ordinality spent (entry, ordinal)
        where ordinal > jsonb_array_length(s.spent_tokens) - ${MAX_SPENT_TOKENS - 1}
          and abs(extract(epoch from (entry ->> 'at')::timestamptz - rotation.at)) < $9::int) || rotation.spent::jsonb,
      refreshed_at = rotation.at,
      expires_at = ${endOfDay('least(rotation.at + make_interval(secs => $7::int), s.created_at + make_interval(secs => $8::int))')}
    from locked_sessions
      join unnest(${arrayParameter(1, 'uuid')}, $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])
        as rotation (id, user_id, token, successor, at, spent) on rotation.id = locked_sessions.id
    where s.id = rotation.id and s.user_id = rotation.user_id and s.current_token = rotation.token and s.revoked_at is null
      and s.created_at > rotation.at - make_interval(secs => $8::int)
    returning s.id, s.created_at`);

const exchangeLocked = {
  wait: exchange('for no key update'),
  skip: exchange('for no key update skip locked'),
};

/** Queries for sessions. */
export const sessionsRepo = (db: Db) => ({
  async insert(
    session: Pick<Session, 'id' | 'user_id' | 'current_token' | 'created_at' | 'expires_at' | 'user_agent'>,
  ) {
    await db
      .insertInto('sessions')
      .values({
        ...session,
        expires_at: sql<Date>`(select ${sql.raw(endOfDay('ends'))} from (select ${session.expires_at}::timestamptz as ends) expiry)`,
        spent_tokens: '[]',
        refreshed_at: session.created_at,
        revoked_at: null,
      })
      .execute();
  },

  /** Returns sessions in the order of the ids. Sessions that were created at the time `createdAfter` or before are not active. */
  async findAll(ids: readonly string[], createdAfter: Date): Promise<readonly (SessionState | undefined)[]> {
    const rows = await findStates(db, [...new Set(ids)], createdAfter);
    return ids.map((id) => rows.find((row) => row.id === id));
  },

  find: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Locks a session until the transaction ends, so that its exchanges are serialized over all processes. */
  findLocked: (id: string): Promise<Session | undefined> =>
    db.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  /**
   * Replaces the current tokens of active sessions in one statement, so that only one of two concurrent exchanges of a token succeeds.
   * Recently spent tokens are kept.
   *
   * @param busy whether to wait for locked sessions or to skip them. Several sessions must be skipped, because waiting for more than one
   *   lock can deadlock.
   * @returns the creation time of each session, in the order of the exchanges; undefined for an expired, revoked or skipped session and
   *   for a token that is not current.
   */
  async rotate(
    rotations: readonly Rotation[],
    { ttl, maxSeconds, grace }: Spans,
    busy: 'wait' | 'skip',
  ): Promise<readonly (Date | undefined)[]> {
    // When a session occurs twice, only its first exchange is executed.
    const unique = [...new Map(rotations.toReversed().map((rotation) => [rotation.id, rotation])).values()];
    const mapRotations = (value: (rotation: Rotation) => string) => unique.map(value);
    const rows = await exchangeLocked[busy](
      db,
      mapRotations(({ id }) => id),
      mapRotations(({ userId }) => userId),
      mapRotations(({ token }) => token),
      mapRotations(({ successor }) => successor),
      mapRotations(({ at }) => at.toISOString()),
      mapRotations(({ token, at }) => JSON.stringify(grace > 0 ? [{ token, at: at.toISOString() }] : [])),
      ttl,
      maxSeconds,
      grace,
    );
    return rotations.map((rotation) =>
      unique.includes(rotation) ? rows.find(({ id }) => id === rotation.id)?.created_at : undefined,
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

  /** Revokes a session of a user. @returns whether it was active. */
  async revokeOf(userId: string, id: string, at: Date): Promise<boolean> {
    const rows = await db
      .updateTable('sessions')
      .set({ revoked_at: at, end_reason: 'ended' })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute();
    return rows.length > 0;
  },

  async revokeOthers(userId: string, keptId: string, at: Date, end_reason: SessionEnd) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at, end_reason })
      .where('user_id', '=', userId)
      .where('id', '<>', keptId)
      .where('revoked_at', 'is', null)
      .execute();
  },

  /** User agents of the stored sessions of a user. */
  agents: async (userId: string): Promise<string[]> =>
    (
      await db.selectFrom('sessions').select('user_agent').distinct().where('user_id', '=', userId).execute()
    ).map(({ user_agent }) => user_agent),

  active: (userId: string, now: Date): Promise<Session[]> =>
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
