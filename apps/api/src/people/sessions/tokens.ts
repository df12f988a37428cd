import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto';
import type { TokenPair } from '@referral-dashboard/api-contract';
import jwt, { type JwtPayload } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { type Clock, epochSeconds } from '../../platform/clock.ts';
import { TokenError } from './token-errors.ts';

const ALGORITHM = 'HS256';
/** Allowed clock skew between processes, in seconds. */
const CLOCK_SKEW = 30;
/** Maximum number of verified tokens in the cache. */
const CACHE_SIZE = 2000;

type TokenType = 'access' | 'refresh';

/**
 * Input of a token pair. The same input always gives the same bytes.
 *
 * @property ends time at which both tokens expire at the latest.
 */
export type PairSpec = { userId: string; sessionId: string; refreshId: string; at: Date; ends: Date };

/** Claims of a verified token. Only `id` and `expires` are guaranteed. */
export type Claims = {
  id: string;
  expires: number;
  type: string | undefined;
  userId: unknown;
  sessionId: string | undefined;
};

export type TokenSettings = {
  /** Signing key of at least 32 bytes. */
  secret: string;
  /** Lifetime of access tokens, in seconds. */
  accessTtl: number;
  /** Lifetime of refresh tokens, in seconds. */
  refreshTtl: number;
};

export type Tokens = ReturnType<typeof createTokens>;

/** Issues and verifies JSON Web Tokens: HS256, the claims of SimpleJWT and the session in `sid`. */
export function createTokens({ secret, accessTtl, refreshTtl }: TokenSettings, clock: Clock) {
  // A key object is faster than a string, which would be converted for each token.
  const key = createSecretKey(secret, 'utf8');
  const derivationKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'token ids', 32)));
  const derive = (label: string, id: string) =>
    createHmac('sha256', derivationKey).update(`${label}:${id}`).digest('hex').slice(0, 32);
  const cache = new LRUCache<string, Claims>({ max: CACHE_SIZE });

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
    /** Creates an id for the first refresh token of a session. */
    newId: () => randomUUID().replaceAll('-', ''),
    /** Derives the id of the refresh token after `id` from the key, so that the same successor can be issued twice. */
    nextId: (id: string) => derive('refresh', id),
    /** Hash of an id for the database. */
    hashId: (id: string) => createHash('sha256').update(id).digest('base64url'),

    /** Signs an access token and a refresh token. */
    pair: (spec: PairSpec): TokenPair => ({
      refresh: sign('refresh', spec.refreshId, refreshTtl, spec),
      access: sign('access', derive('access', spec.refreshId), accessTtl, spec),
    }),

    /**
     * Verifies a token and returns its claims. Verified tokens are cached.
     *
     * @param type required type. Default: any.
     * @throws TokenError
     */
    read(token: string, type?: TokenType): Claims {
      const now = clock();
      const cached = cache.get(token);
      const claims = cached ?? toClaims(readPayload(token, key, now), now);
      if (claims.expires <= epochSeconds(now)) throw new TokenError('invalid');
      if (type !== undefined && claims.type !== type) throw new TokenError('wrong-type');
      if (cached === undefined) cache.set(token, claims);
      return claims;
    },
  };
}

function readPayload(token: string, key: KeyObject, now: Date): JwtPayload {
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
    // The library can throw any error here, because it parses the token before it verifies the signature.
    throw new TokenError('invalid', { cause });
  }
}

function toClaims(payload: JwtPayload, now: Date): Claims {
  const { exp, iat, jti, iss, aud } = payload;
  // Tokens of this server have neither claim, so this token was issued by another service with the same key.
  if (iss !== undefined || aud !== undefined) throw new TokenError('invalid');
  if (exp === undefined) throw new TokenError('no-expiry');
  if (typeof jti !== 'string') throw new TokenError('no-id');
  const { token_type: type, user_id: userId, sid } = payload;
  // A token with `sid` was issued by this server before its clock was set back. It is accepted, because its session is checked anyway.
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
