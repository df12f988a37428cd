import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import type { TokenPair } from '@referral-dashboard/api-contract';
import jwt, { type JwtPayload } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { type Clock, epochSeconds } from '../../platform/clock.ts';
import { TokenError } from './token-errors.ts';

const ALGORITHM = 'HS256';
/** Allowed lead of another process's clock, in seconds. */
const CLOCK_SKEW = 30;
const REMEMBERED = 2000;

type TokenType = 'access' | 'refresh';

/** A pair is told by its session, the id of its refresh token and the moment: signing it again gives the same bytes. Neither outlives `ends`. */
export type PairSpec = { userId: string; sessionId: string; refreshId: string; at: Date; ends: Date };

/** Claims of a verified token. Only those that every token of this server carries are certain. */
export type Claims = {
  id: string;
  expires: number;
  type: string | undefined;
  userId: unknown;
  sessionId: string | undefined;
};

export type TokenSettings = {
  /** At least 32 bytes. */
  secret: string;
  /** Seconds. */
  accessTtl: number;
  /** Seconds. */
  refreshTtl: number;
};

export type Tokens = ReturnType<typeof createTokens>;

/** JSON Web Tokens signed with HS256, in the claims of SimpleJWT plus `sid`, the session. */
export function createTokens({ secret, accessTtl, refreshTtl }: TokenSettings, clock: Clock) {
  // Keys of this kind are prepared once, and not for each token.
  const key = createSecretKey(secret, 'utf8');
  const derivationKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'token ids', 32)));
  const derive = (label: string, id: string) =>
    createHmac('sha256', derivationKey).update(`${label}:${id}`).digest('hex').slice(0, 32);
  const remembered = new LRUCache<string, Claims>({ max: REMEMBERED });

  const sign = (type: TokenType, id: string, ttl: number, { userId, sessionId, at, ends }: PairSpec) => {
    const issued = epochSeconds(at);
    const claims = {
      token_type: type,
      exp: Math.min(issued + ttl, epochSeconds(ends)),
      iat: issued,
      jti: id,
      user_id: userId,
      sid: sessionId,
    };
    return jwt.sign(claims, key, { algorithm: ALGORITHM });
  };

  return {
    refreshTtl,
    /** An id for the first refresh token of a session. */
    newId: () => randomUUID().replaceAll('-', ''),
    /** The id of the refresh token that follows `id`: nothing but the key is needed to issue it twice. */
    nextId: (id: string) => derive('refresh', id),
    /** Hash that the database keeps instead of an id. */
    hashOf: (id: string) => createHash('sha256').update(id).digest('base64url'),

    pair: (spec: PairSpec): TokenPair => ({
      refresh: sign('refresh', spec.refreshId, refreshTtl, spec),
      access: sign('access', derive('access', spec.refreshId), accessTtl, spec),
    }),

    /**
     * @param type the type it must have; any when left out.
     * @throws TokenError
     */
    read(token: string, type?: TokenType): Claims {
      const now = clock();
      const known = remembered.get(token);
      const claims = known ?? claimsOf(payloadOf(token, key, now), now);
      if (claims.expires <= epochSeconds(now)) throw new TokenError('invalid');
      if (type !== undefined && claims.type !== type) throw new TokenError('wrong-type');
      if (known === undefined) remembered.set(token, claims);
      return claims;
    },
  };
}

function payloadOf(token: string, key: KeyObject, now: Date): JwtPayload {
  try {
    const clockTimestamp = epochSeconds(now);
    const { header, payload } = jwt.verify(token, key, {
      algorithms: [ALGORITHM],
      clockTimestamp,
      complete: true,
    });
    if ('crit' in header || typeof payload === 'string') throw new TokenError('invalid');
    return payload;
  } catch (cause) {
    // Whatever it is: the library parses what is not signed.
    throw new TokenError('invalid', { cause });
  }
}

function claimsOf(payload: JwtPayload, now: Date): Claims {
  const { exp, iat, jti, iss, aud } = payload;
  // Ours name neither: such a token is another service's that was given the same key.
  if (iss !== undefined || aud !== undefined) throw new TokenError('invalid');
  if (exp === undefined) throw new TokenError('no-expiry');
  if (typeof jti !== 'string') throw new TokenError('no-id');
  const { token_type: type, user_id: userId, sid } = payload;
  // Of a session, it was issued here, and our clock has been put back since: that signs nobody out, the session is asked anyway.
  const isAhead = iat !== undefined && iat > epochSeconds(now) + CLOCK_SKEW;
  if (isAhead && typeof sid !== 'string') throw new TokenError('invalid');
  return {
    id: jti,
    expires: exp,
    type: typeof type === 'string' ? type : undefined,
    userId,
    sessionId: typeof sid === 'string' ? sid : undefined,
  };
}
