import { decodeJwt, decodeProtectedHeader } from 'jose';
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

const problem = (token: Promise<unknown>) =>
  token.then(
    () => 'none',
    (error: unknown) => (error instanceof TokenError ? error.problem : error),
  );

describe('a pair', () => {
  test('carries the claims of SimpleJWT and the session, and names its algorithm', async () => {
    const { access, refresh } = await tokens.pair(spec);
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

  test('signed again is the same, byte for byte, in another process too', async () => {
    const pair = await tokens.pair(spec);
    expect(await createTokens(settings, () => now).pair(spec)).toEqual(pair);
  });

  test('is followed by one that nobody without the key can name', () => {
    const other = createTokens({ ...settings, secret: 'y'.repeat(32) }, () => now);
    expect(tokens.nextId('r1')).toBe(tokens.nextId('r1'));
    expect(tokens.nextId('r1')).not.toBe(tokens.nextId('r2'));
    expect(tokens.nextId('r1')).not.toBe(other.nextId('r1'));
  });
});

describe('a token that is read', () => {
  test('is believed until its last second', async () => {
    const { access } = await tokens.pair(spec);
    now = new Date(start.getTime() + 299_000);
    expect(await problem(tokens.read(access))).toBe('none');
    now = new Date(start.getTime() + 300_000);
    expect(await problem(tokens.read(access))).toBe('invalid');
  });

  test('is not believed for being remembered when it is of the wrong type', async () => {
    const { access } = await tokens.pair(spec);
    await tokens.read(access);
    expect(await problem(tokens.read(access, 'refresh'))).toBe('wrong-type');
  });

  test('is no longer remembered after thousands of others, and believed all the same', async () => {
    const { access } = await tokens.pair(spec);
    await tokens.read(access);
    for (let index = 0; index < 2100; index += 1) {
      await tokens.read((await tokens.pair({ ...spec, refreshId: `x${index}` })).refresh);
    }
    expect(await tokens.read(access)).toMatchObject({ userId: 'u', sessionId: 's' });
  });
});
