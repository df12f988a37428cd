import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { TokenError } from './token-errors.ts';
import { createTokens, type PairSpec, type Tokens } from './tokens.ts';

const start = new Date('2026-11-21T10:00:00Z');
const settings = { secret: 'x'.repeat(32), accessTtl: 300, refreshTtl: 3000 };
const spec: PairSpec = {
  userId: 'u',
  sessionId: 's',
  refreshId: 'r1',
  at: start,
  ends: new Date('2027-11-21T10:00:00Z'),
};

let now: Date;
let tokens: Tokens;
beforeEach(() => {
  now = start;
  tokens = createTokens(settings, () => now);
});

function problem(token: string, type?: 'access' | 'refresh') {
  try {
    tokens.read(token, type);
    return 'none';
  } catch (error) {
    return error instanceof TokenError ? error.problem : error;
  }
}

describe('a token pair', () => {
  test('contains the claims of SimpleJWT, the session and the algorithm', () => {
    const { access, refresh } = tokens.pair(spec);
    const iat = start.getTime() / 1000;
    expect(decodeJwt(refresh)).toEqual({
      token_type: 'refresh',
      exp: iat + 3000,
      iat,
      jti: 'r1',
      user_id: 'u',
      sid: 's',
    });
    expect(decodeJwt(access)).toMatchObject({
      token_type: 'access',
      exp: iat + 300,
      iat,
      user_id: 'u',
      sid: 's',
    });
    expect(decodeJwt(access).jti).not.toBe('r1');
    expect(decodeProtectedHeader(access)).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  test('has the same bytes when it is signed again, also in another process', () => {
    const pair = tokens.pair(spec);
    expect(createTokens(settings, () => now).pair(spec)).toEqual(pair);
  });

  test('has a successor that cannot be derived without the key', () => {
    const other = createTokens({ ...settings, secret: 'y'.repeat(32) }, () => now);
    expect(tokens.nextId('r1')).toBe(tokens.nextId('r1'));
    expect(tokens.nextId('r1')).not.toBe(tokens.nextId('r2'));
    expect(tokens.nextId('r1')).not.toBe(other.nextId('r1'));
  });
});

describe('the verification of a token', () => {
  test('accepts the token until its last second', () => {
    const { access } = tokens.pair(spec);
    now = new Date(start.getTime() + 299_000);
    expect(problem(access)).toBe('none');
    now = new Date(start.getTime() + 300_000);
    expect(problem(access)).toBe('invalid');
  });

  test('refuses a cached token of the wrong type', () => {
    const { access } = tokens.pair(spec);
    tokens.read(access);
    expect(problem(access, 'refresh')).toBe('wrong-type');
  });

  test('refuses a token with a critical header that is not supported', async () => {
    const { access } = tokens.pair(spec);
    const signed = (header: { crit?: string[]; b64?: boolean }) =>
      new SignJWT(decodeJwt(access))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
        .sign(new TextEncoder().encode(settings.secret));
    expect(problem(await signed({}))).toBe('none');
    expect(problem(await signed({ crit: ['b64'], b64: true }))).toBe('invalid');
  });

  test.each(['', 'nonsense', 'a.b.c', 'e30.e30.e30', 'bnVsbA.bnVsbA.bnVsbA', 'eyJ0eXAiOiJKV1QifQ.e3.e30'])(
    'refuses %j',
    (token) => expect(problem(token)).toBe('invalid'),
  );

  test('accepts a token that was removed from the cache by thousands of others', () => {
    const { access } = tokens.pair(spec);
    tokens.read(access);
    for (let index = 0; index < 2100; index += 1) {
      tokens.read(tokens.pair({ ...spec, refreshId: `x${index}` }).refresh);
    }
    expect(tokens.read(access)).toMatchObject({ userId: 'u', sessionId: 's' });
  });
});
