import { randomUUIDv7 } from 'node:crypto';
import type { SessionEndReason, TokenPair } from '@referral-dashboard/api-contract';
import type { SessionEnd } from '../../database/tables/people.ts';
import { notifySignIn } from '../../messages/index.ts';
import { inBatches } from '../../platform/batches.ts';
import { type Clock, isRecent, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { isUuid } from '../accounts/uuid.ts';
import { createSessionCache } from './session-cache.ts';
import { type Rotation, sessionsRepo } from './sessions.repo.ts';
import type { Claims, Tokens } from './tokens.ts';

const DAY = 24 * 60 * 60;

/**
 * Outcome of an exchange of a refresh token:
 *
 * - `rotated`: the token was current and is replaced by a new pair.
 * - `graced`: the token was spent within the grace period; the same new pair is returned again.
 * - `reused`: the token was spent earlier, which indicates theft; the session is revoked.
 * - `ended`: the session is revoked, expired or deleted.
 */
export type RefreshOutcome = 'rotated' | 'graced' | 'reused' | 'ended';

type Exchange = { outcome: RefreshOutcome; pair?: TokenPair; reason?: SessionEndReason | null };

/** Event for metrics: an exchange of a refresh token. */
export type RefreshEvent = { outcome: RefreshOutcome; sessionId: string | undefined; tokenId: string };

export type SessionSettings = {
  /** Seconds after an exchange in which the spent token returns the same successor again. 0 disables the grace period. */
  graceSeconds: number;
  /** Maximum lifetime of a session in days, even when it is used. */
  maxDays: number;
};

/** User agent, cut to the length that is stored. */
const truncateUserAgent = (userAgent: string) => userAgent.slice(0, 500);

export type Sessions = ReturnType<typeof createSessions>;

/** Manages sessions. A session is a chain of refresh tokens, of which only the latest can be exchanged. */
export function createSessions(
  db: Db,
  tokens: Tokens,
  clock: Clock,
  { graceSeconds, maxDays }: SessionSettings,
) {
  /** Latest end of a session. */
  const computeEnd = (createdAt: Date) => plusSeconds(createdAt, maxDays * DAY);
  /** Sessions that were created at this time or before have ended. */
  const overSince = () => plusSeconds(clock(), -maxDays * DAY);
  const isOver = (createdAt: Date) => createdAt <= overSince();
  const earliest = (a: Date, b: Date) => (a < b ? a : b);

  /** Returns the session only when it belongs to the user in the token. */
  const sessionOfUser = <Row extends { user_id: string }>(session: Row | undefined, claims: Claims) =>
    session?.user_id === claims.userId ? session : undefined;

  const find = inBatches((ids: readonly string[]) => sessionsRepo(db).findAll(ids, overSince()));
  const cache = createSessionCache(find);
  const clearCacheAfter = async <Outcome>(change: Promise<Outcome>) => {
    const outcome = await change;
    cache.invalidate();
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
      token: tokens.hashId(claims.id),
      successor: tokens.hashId(refreshId),
      at: now,
    };
    const createdAt =
      (await rotateWithOthers(rotation)) ?? (await sessionsRepo(db).rotate([rotation], spans, 'wait'))[0];
    return createdAt && tokens.pair({ userId, sessionId, refreshId, at: now, ends: computeEnd(createdAt) });
  };

  /** Returns the outcome for a token that is not current, and revokes the session of a reused token. */
  const resolveStaleToken = (sessionId: string, claims: Claims) =>
    db.transaction().execute(async (trx): Promise<Exchange> => {
      const sessions = sessionsRepo(trx);
      const session = sessionOfUser(await sessions.findLocked(sessionId), claims);
      const token = tokens.hashId(claims.id);
      const hasEnded = session === undefined || session.revoked_at !== null || isOver(session.created_at);
      if (hasEnded || token === session.current_token)
        return { outcome: 'ended', reason: session?.end_reason ?? (session && hasEnded ? 'expired' : null) };

      const now = clock();
      const spent = session.spent_tokens.find((entry) => entry.token === token);
      if (spent !== undefined && isRecent(new Date(spent.at), graceSeconds, now)) {
        const ends = computeEnd(session.created_at);
        const successor = { userId: session.user_id, sessionId, refreshId: tokens.nextId(claims.id), ends };
        return { outcome: 'graced', pair: tokens.pair({ ...successor, at: new Date(spent.at) }) };
      }
      // A valid signature and a session without this current token mean that the token was spent before.
      await clearCacheAfter(sessions.revoke(sessionId, now, 'reused'));
      return { outcome: 'reused', reason: 'reused' };
    });

  const exchange = async (sessionId: string, claims: Claims): Promise<Exchange> => {
    const pair = await rotate(sessionId, claims);
    return pair === undefined ? resolveStaleToken(sessionId, claims) : { outcome: 'rotated', pair };
  };

  return {
    /** Opens a session and returns its first token pair. Runs in the transaction that authenticated the user. */
    async open(trx: Db, userId: string, userAgent: string): Promise<TokenPair> {
      const now = clock();
      const ends = computeEnd(now);
      const spec = { userId, sessionId: randomUUIDv7(), refreshId: tokens.newId(), at: now, ends };
      await sessionsRepo(trx).insert({
        id: spec.sessionId,
        user_id: userId,
        current_token: tokens.hashId(spec.refreshId),
        created_at: now,
        user_agent: truncateUserAgent(userAgent),
        expires_at: earliest(plusSeconds(now, tokens.refreshTtl), ends),
      });
      return tokens.pair(spec);
    },

    /** Notifies a user of a sign-in from a new user agent, except for the first sign-in. */
    async notifyNewDevice(trx: Db, userId: string, userAgent: string) {
      const agents = await sessionsRepo(trx).agents(userId);
      if (agents.length > 0 && !agents.includes(truncateUserAgent(userAgent)))
        await notifySignIn(trx, userId, clock());
    },

    /** Exchanges a refresh token whose claims are verified. */
    async refresh(claims: Claims): Promise<RefreshEvent & Exchange> {
      const { sessionId } = claims;
      const result: Exchange = isUuid(sessionId) ? await exchange(sessionId, claims) : { outcome: 'ended' };
      return { ...result, sessionId, tokenId: claims.id };
    },

    overSince,

    /**
     * Returns whether a token is revoked: its session has ended, or the refresh token was spent. Returns false for an unknown session. For an
     * access token it can take half a second until the end of a session in another process is visible.
     */
    async isRevoked(claims: Claims): Promise<boolean> {
      if (!isUuid(claims.sessionId)) return false;
      const { find: state } = claims.type === 'access' ? cache : { find };
      const session = sessionOfUser(await state(claims.sessionId.toLowerCase()), claims);
      if (session === undefined) return false;
      const spent = claims.type === 'refresh' && tokens.hashId(claims.id) !== session.current_token;
      return spent || !session.is_live;
    },

    /** Ends all sessions of a user. */
    revokeAll: (userId: string, reason: SessionEnd, trx: Db = db) =>
      clearCacheAfter(sessionsRepo(trx).revokeAll(userId, clock(), reason)),

    /** Ends one session of a user. @returns whether it was active. */
    end: (userId: string, id: string) => clearCacheAfter(sessionsRepo(db).revokeOf(userId, id, clock())),

    /** Ends all sessions of a user except one. */
    endOthers: (userId: string, keptId: string, reason: SessionEnd = 'ended', trx: Db = db) =>
      clearCacheAfter(sessionsRepo(trx).revokeOthers(userId, keptId, clock(), reason)),

    /** Returns whether a session is active. */
    async isActive(trx: Db, id: string): Promise<boolean> {
      const session = await sessionsRepo(trx).find(id);
      return session !== undefined && session.revoked_at === null && !isOver(session.created_at);
    },

    /** Returns at most 100 active sessions of a user, the most recently used first. */
    async active(userId: string) {
      const now = clock();
      const sessions = await sessionsRepo(db).active(userId, now);
      return sessions.filter(
        ({ created_at, refreshed_at }) =>
          !isOver(created_at) && plusSeconds(refreshed_at, tokens.refreshTtl) > now,
      );
    },

    /** Deletes expired sessions. */
    prune: () => sessionsRepo(db).prune(clock()),
  };
}
