import { randomUUID } from 'node:crypto';

export type TokenType = 'access' | 'refresh';

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** SimpleJWT tokens with rotation and the blacklist enabled. */
export function createTokens() {
  const live = new Map<string, TokenType>();
  const spent = new Set<string>();

  function issue(type: TokenType): string {
    const iat = Math.floor(Date.now() / 1000);
    const claims = { token_type: type, exp: iat + 300, iat, jti: randomUUID(), user_id: 1 };
    const token = `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment(claims)}.${randomUUID()}`;
    live.set(token, type);
    return token;
  }

  return {
    pair: () => ({ refresh: issue('refresh'), access: issue('access') }),
    isLive: (token: unknown, type?: TokenType) => {
      const kind = live.get(String(token));
      return kind !== undefined && (type === undefined || kind === type);
    },
    isBlacklisted: (token: unknown) => spent.has(String(token)),
    blacklist(token: string) {
      live.delete(token);
      spent.add(token);
    },
    /** Expires all tokens of a type. */
    expire(type: TokenType) {
      for (const [token, own] of live) if (own === type) live.delete(token);
    },
    blacklistAll() {
      for (const [token, own] of [...live]) if (own === 'refresh') this.blacklist(token);
    },
  };
}
