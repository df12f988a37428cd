import { randomUUID } from 'node:crypto';
import type { TokenPair } from '@referral-dashboard/api-contract';
import { decodeJwt, SignJWT } from 'jose';
import { TEST_SECRET } from '../../../src/testing/options.ts';
import { clientOf } from '../../setup/client.ts';
import { forge, tampered, unsigned } from '../../setup/forge.ts';
import { ok, type World } from '../../setup/world.ts';

/** Headers that a request must not be let in with. */
export type BadToken = { name: string; headers: Record<string, string | string[]> };

/** Every way known here to present a token that is none of a living session of an active person. */
export async function badTokens(world: World): Promise<BadToken[]> {
  const { server, password } = world;
  const client = clientOf(server);
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
  const ended = await newPerson();
  await server.revokeSessions(ended.user);
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
    'a word': 'nonsense',
    '10 kB': 'a'.repeat(10_000),
    expired: await forge({ ...claims, iat: now - 7200, exp: now - 3600 }),
    'expired this second': await forge({ ...claims, iat: now - 300, exp: now }),
    'expired since it was last taken': worn,
    'without an end': await forge(endless),
    'an end that is text': await forge({ ...endless, exp: String(exp) }),
    // Of a session it is believed: the server's clock may have jumped back since.
    'issued in the future, of no session': await forge({ ...withoutSession, iat: now + 3600 }),
    'not valid before tomorrow': await forge({ ...claims, nbf: now + 86_400 }),
    'algorithm none': unsigned(claims),
    'algorithm none, the old signature': `${unsigned(claims)}${signature}`,
    'another key': await forge(claims, { secret: 'a key of somebody else, long enough too' }),
    'an empty signature': `${head}.${body}.`,
    'another algorithm': await forge(claims, { algorithm: 'HS512' }),
    'another issuer': await forge({ ...claims, iss: 'https://example.ru' }),
    'for another audience': await forge({ ...claims, aud: 'another service' }),
    'a refresh token': refresh,
    'an access token renamed refresh': await forge({ ...claims, token_type: 'refresh' }),
    'of no type': await forge(withoutType),
    'without an id': await forge(withoutId),
    truncated: access.slice(0, -1),
    'without its last part': `${head}.${body}`,
    'with a part too many': `${access}.${signature}`,
    'a changed signature': tampered(access),
    "another person's claims": `${head}.${othersBody}.${signature}`,
    'of an ended session': ended.pair.access,
    'of an inactive person': inactive.pair.access,
    'of a deleted person': deleted.pair.access,
    'of an unknown session': await forge({ ...claims, sid: randomUUID() }),
    'of no session': await forge(withoutSession),
    "of another person's session": await forge({ ...claims, sid: sessionOf(other.pair.access) }),
    'of nobody': await forge(withoutUser),
    'of somebody who is no UUID': await forge({ ...claims, user_id: "' or true --" }),
    'with a critical member': critical,
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
