import { randomUUID } from 'node:crypto';
import type { TokenPair } from '@referral-dashboard/api-contract';
import { decodeJwt, SignJWT } from 'jose';
import { TEST_SECRET } from '../../../src/testing/options.ts';
import { createClient } from '../../setup/client.ts';
import { forge, tampered, unsigned } from '../../setup/forge.ts';
import { ok, type World } from '../../setup/world.ts';

/** Request headers that must be refused. */
export type BadToken = { name: string; headers: Record<string, string | string[]> };

/** Returns invalid tokens of every known kind: only a token of a live session of an active user is valid. */
export async function badTokens(world: World): Promise<BadToken[]> {
  const { server, password } = world;
  const client = createClient(server);
  const signIn = async (phone: string) => {
    await server.resetLimits();
    return ok<TokenPair>(await client.login({ phone, password }));
  };
  const newPerson = async () => {
    const phone = world.phone();
    const user = await server.createUser({ phone, password, role: 'organization' });
    return { user, phone, pair: await signIn(phone) };
  };
  const { access, refresh } = (await newPerson()).pair;
  const other = await newPerson();
  const endedSession = await newPerson();
  await server.revokeSessions(endedSession.user);
  const inactive = await newPerson();
  await server.setActive(inactive.user, false);
  const deleted = await newPerson();
  await server.deleteUser(deleted.user);

  const claims = decodeJwt(access);
  const { sid: _session, ...withoutSession } = claims;
  const { exp, ...endless } = claims;
  const { jti: _id, ...withoutId } = claims;
  const { token_type: _type, ...withoutType } = claims;
  const { user_id: _user, ...withoutUser } = claims;
  const now = Math.floor(server.now().getTime() / 1000);
  const [head = '', body = '', signature = ''] = access.split('.');
  const [, othersBody = ''] = other.pair.access.split('.');
  const critical = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', crit: ['exp'] })
    .sign(new TextEncoder().encode(TEST_SECRET))
    .catch(() => '');

  const worn = await forge({ ...claims, exp: now + 60 });
  ok(await client.me(worn));
  server.advance(60);

  const bearers: Record<string, string> = {
    'a malformed token': 'nonsense',
    '10 kB': 'a'.repeat(10_000),
    expired: await forge({ ...claims, iat: now - 7200, exp: now - 3600 }),
    'expired this second': await forge({ ...claims, iat: now - 300, exp: now }),
    'expired since it was last accepted': worn,
    'without an expiry': await forge(endless),
    'with text as the expiry': await forge({ ...endless, exp: String(exp) }),
    // A token from the future is accepted with a session, because the clock of the server may have been set back.
    'issued in the future without a session': await forge({ ...withoutSession, iat: now + 3600 }),
    'not valid before tomorrow': await forge({ ...claims, nbf: now + 86_400 }),
    'algorithm none': unsigned(claims),
    'algorithm none, the old signature': `${unsigned(claims)}${signature}`,
    'another key': await forge(claims, { secret: 'the key of another server, long enough' }),
    'an empty signature': `${head}.${body}.`,
    'another algorithm': await forge(claims, { algorithm: 'HS512' }),
    'another issuer': await forge({ ...claims, iss: 'https://example.ru' }),
    'for another audience': await forge({ ...claims, aud: 'another service' }),
    'a refresh token': refresh,
    'an access token renamed refresh': await forge({ ...claims, token_type: 'refresh' }),
    'without a type': await forge(withoutType),
    'without an id': await forge(withoutId),
    truncated: access.slice(0, -1),
    'without its last part': `${head}.${body}`,
    'with an extra part': `${access}.${signature}`,
    'a changed signature': tampered(access),
    "another user's claims": `${head}.${othersBody}.${signature}`,
    'of an ended session': endedSession.pair.access,
    'of an inactive user': inactive.pair.access,
    'of a deleted user': deleted.pair.access,
    'of an unknown session': await forge({ ...claims, sid: randomUUID() }),
    'without a session': await forge(withoutSession),
    "of another user's session": await forge({ ...claims, sid: sessionOf(other.pair.access) }),
    'without a user': await forge(withoutUser),
    'with an invalid user id': await forge({ ...claims, user_id: "' or true --" }),
    'with a critical header parameter': critical,
  };
  const headers: Record<string, BadToken['headers']> = {
    'no token': {},
    'an empty header': { authorization: '' },
    'the scheme alone': { authorization: 'Bearer' },
    'two words': { authorization: `Bearer ${access} ${access}` },
    'a scheme in lower case': { authorization: `bearer ${access}` },
    'a scheme in capitals': { authorization: `BEARER ${access}` },
    'another scheme': { authorization: `Token ${access}` },
    'no scheme': { authorization: access },
    'basic credentials': { authorization: `Basic ${btoa(`${other.phone}:${password}`)}` },
    'two headers, the first one bad': { authorization: ['Bearer nonsense', `Bearer ${access}`] },
    'in a cookie': { cookie: `access_token=${access}; authorization=Bearer ${access}` },
    'in another header': { 'x-authorization': `Bearer ${access}`, 'proxy-authorization': `Bearer ${access}` },
  };
  return [
    ...Object.entries(headers).map(([name, sent]) => ({ name, headers: sent })),
    ...Object.entries(bearers).map(([name, token]) => ({
      name,
      headers: { authorization: `Bearer ${token}` },
    })),
  ];
}

const sessionOf = (token: string) => decodeJwt<{ sid: string }>(token).sid;
