import { randomUUIDv7 } from 'node:crypto';
import type { SessionEndReason, TokenPair } from '@referral-dashboard/api-contract';
import type { SessionEnd } from '../../database/schema.ts';
import { notifySignIn } from '../../messages/index.ts';
import { inBatches } from '../../platform/batches.ts';
import { type Clock, isRecent, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { isUuid } from '../accounts/uuid.ts';
import { createLivingSessions } from './living-sessions.ts';
import { type Rotation, sessionsRepo } from './sessions.repo.ts';
import type { Claims, Tokens } from './tokens.ts';

const DAY = 24 * 60 * 60;

/**
 * Outcome of the exchange of a refresh token: `rotated` (spent for a new pair), `graced` (spent moments ago: the same new
 * pair again), `reused` (spent earlier: theft, the session is revoked), `dead` (the session is revoked or gone).
 */
export type RefreshOutcome = 'rotated' | 'graced' | 'reused' | 'dead';

type Exchange = { outcome: RefreshOutcome; pair?: TokenPair; reason?: SessionEndReason | null };

/** An exchange that happened, for those who watch. */
export type RefreshEvent = { outcome: RefreshOutcome; sessionId: string | undefined; tokenId: string };

export type SessionSettings = {
  /** Seconds in which a token that was just spent gets the successor already issued. 0: never. */
  graceSeconds: number;
  /** Days after which a session ends, however often it was used. */
  maxDays: number;
};

/** A browser's name for itself, as far as it is kept. */
const agentOf = (userAgent: string) => userAgent.slice(0, 500);

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions: a chain of refresh tokens each, of which one may be exchanged. */
export function createSessions(
  db: Db,
  tokens: Tokens,
  clock: Clock,
  { graceSeconds, maxDays }: SessionSettings,
) {
  /** Latest end of a session that was begun at a moment. */
  const endOf = (begun: Date) => plusSeconds(begun, maxDays * DAY);
  /** Sessions begun by this moment are over. */
  const overSince = () => plusSeconds(clock(), -maxDays * DAY);
  const isOver = (begun: Date) => begun <= overSince();
  const earlier = (a: Date, b: Date) => (a < b ? a : b);

  /** The session a token belongs to, if it is still known. */
  const owned = <Known extends { user_id: string }>(session: Known | undefined, claims: Claims) =>
    session?.user_id === claims.userId ? session : undefined;

  const find = inBatches((ids: readonly string[]) => sessionsRepo(db).findAll(ids, overSince()));
  const living = createLivingSessions(find);
  const ended = async <Outcome>(ending: Promise<Outcome>) => {
    const outcome = await ending;
    living.forget();
    return outcome;
  };

  const spans = { ttl: tokens.refreshTtl, maxSeconds: maxDays * DAY, grace: graceSeconds };
  const rotateWithOthers = inBatches((rotations: readonly Rotation[]) =>
    sessionsRepo(db).rotate(rotations, spans, 'skip'),
  );

  const rotate = async (sessionId: string, claims: Claims): Promise<TokenPair | undefined> => {
    const { userId } = claims;
    if (!isUuid(userId)) return undefined;
    const now = clock();
    const refreshId = tokens.nextId(claims.id);
    const rotation = {
      id: sessionId.toLowerCase(),
      userId,
      token: tokens.hashOf(claims.id),
      successor: tokens.hashOf(refreshId),
      at: now,
    };
    const begun =
      (await rotateWithOthers(rotation)) ?? (await sessionsRepo(db).rotate([rotation], spans, 'wait'))[0];
    return begun && tokens.pair({ userId, sessionId, refreshId, at: now, ends: endOf(begun) });
  };

  /** Outcome for a token that is not the current one of its session. */
  const judge = (sessionId: string, claims: Claims) =>
    db.transaction().execute(async (trx): Promise<Exchange> => {
      const sessions = sessionsRepo(trx);
      const session = owned(await sessions.findLocked(sessionId), claims);
      const token = tokens.hashOf(claims.id);
      const isOut = session === undefined || session.revoked_at !== null || isOver(session.created_at);
      if (isOut || token === session.current_token)
        return { outcome: 'dead', reason: session?.end_reason ?? (session && isOut ? 'expired' : null) };

      const now = clock();
      const spent = session.spent_tokens.find((entry) => entry.token === token);
      if (spent !== undefined && isRecent(new Date(spent.at), graceSeconds, now)) {
        const ends = endOf(session.created_at);
        const successor = { userId: session.user_id, sessionId, refreshId: tokens.nextId(claims.id), ends };
        return { outcome: 'graced', pair: tokens.pair({ ...successor, at: new Date(spent.at) }) };
      }
      // Signed by us, of this session, and not the current one: it was spent before.
      await ended(sessions.revoke(sessionId, now, 'reused'));
      return { outcome: 'reused', reason: 'reused' };
    });

  const exchange = async (sessionId: string, claims: Claims): Promise<Exchange> => {
    const pair = await rotate(sessionId, claims);
    return pair === undefined ? judge(sessionId, claims) : { outcome: 'rotated', pair };
  };

  return {
    /** Starts a session and gives its first pair. In the transaction that showed who the person is. */
    async open(trx: Db, userId: string, userAgent: string): Promise<TokenPair> {
      const now = clock();
      const ends = endOf(now);
      const spec = { userId, sessionId: randomUUIDv7(), refreshId: tokens.newId(), at: now, ends };
      await sessionsRepo(trx).insert({
        id: spec.sessionId,
        user_id: userId,
        current_token: tokens.hashOf(spec.refreshId),
        created_at: now,
        user_agent: agentOf(userAgent),
        expires_at: earlier(plusSeconds(now, tokens.refreshTtl), ends),
      });
      return tokens.pair(spec);
    },

    /** Tells a person of a sign-in from a browser that none of its sessions was begun in. The first one of all is no news. */
    async tellOfNewDevice(trx: Db, userId: string, userAgent: string) {
      const known = await sessionsRepo(trx).agents(userId);
      if (known.length > 0 && !known.includes(agentOf(userAgent))) await notifySignIn(trx, userId, clock());
    },

    /** Exchanges a refresh token whose claims were believed. */
    async refresh(claims: Claims): Promise<RefreshEvent & Exchange> {
      const { sessionId } = claims;
      const result: Exchange = isUuid(sessionId) ? await exchange(sessionId, claims) : { outcome: 'dead' };
      return { ...result, sessionId, tokenId: claims.id };
    },

    overSince,

    /**
     * True when a token's session was revoked or is over or, for a refresh token, it was spent. False for an unknown session. Of an access
     * token's session that another process has ended, half a second later.
     */
    async isDead(claims: Claims): Promise<boolean> {
      if (!isUuid(claims.sessionId)) return false;
      const { find: state } = claims.type === 'access' ? living : { find };
      const session = owned(await state(claims.sessionId.toLowerCase()), claims);
      if (session === undefined) return false;
      const spent = claims.type === 'refresh' && tokens.hashOf(claims.id) !== session.current_token;
      return spent || !session.lives;
    },

    /** Ends all sessions of a user. */
    revokeAll: (userId: string, reason: SessionEnd, trx: Db = db) =>
      ended(sessionsRepo(trx).revokeAll(userId, clock(), reason)),

    /** Ends one of a user's sessions. @returns whether it lived. */
    end: (userId: string, id: string) => ended(sessionsRepo(db).revokeOf(userId, id, clock())),

    /** Ends all sessions of a user but one. */
    endOthers: (userId: string, kept: string, reason: SessionEnd = 'ended', trx: Db = db) =>
      ended(sessionsRepo(trx).revokeOthers(userId, kept, clock(), reason)),

    /** True for a session that lives. */
    async lives(trx: Db, id: string): Promise<boolean> {
      const session = await sessionsRepo(trx).find(id);
      return session !== undefined && session.revoked_at === null && !isOver(session.created_at);
    },

    /** A user's sessions that live, at most a hundred, the latest used first. */
    async living(userId: string) {
      const now = clock();
      const sessions = await sessionsRepo(db).living(userId, now);
      return sessions.filter(
        ({ created_at, refreshed_at }) =>
          !isOver(created_at) && plusSeconds(refreshed_at, tokens.refreshTtl) > now,
      );
    },

    /** Drops sessions that ran out. */
    prune: () => sessionsRepo(db).prune(clock()),
  };
}
