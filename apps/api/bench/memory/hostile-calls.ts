import { type RouteContract, routes } from '@referral-dashboard/api-contract';

/** A request that the dashboard would never send. */
export type HostileCall = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** True when the client disconnects before the response. */
  givesUp?: boolean;
};

/** Data for the calls: valid tokens and the code of an open link. */
export type Loot = { tokens: string[]; code: string };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'nonsense',
] as const;
const ACCEPTS = [
  ...Array<string>(12).fill('*/*'),
  'application/json',
  'text/html',
  'image/png;q=0',
  'x',
] as const;
const READS = [
  ...[
    'leads/?search=',
    'leads/?ordering=',
    'leads/counts/?status=',
    'partners/?search=',
    'accruals/?cursor=',
  ],
  ...['payments/?page_size=100&search=', 'programs/?status=', 'leads/export/?format=csv&search='],
] as const;
const VALUES = [null, true, -1, 1e300, '', 'я'.repeat(300), 'a\0b', [], [[[]]], {}, '01a2', '2026-13-45'];

const contracts: readonly RouteContract[] = Object.values(routes);

/** Generates calls from a seed. Their paths, queries, bodies, addresses and phones are almost always unique. */
export function* hostileCalls(seed: number, loot: Loot): Generator<HostileCall, never> {
  const { code } = loot;
  const next = generator(seed);
  const below = (count: number) => next() % count;
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const letters = Array.from({ length: 70_000 }, () => below(36).toString(36)).join('');
  const word = (length: number) => letters.slice(below(letters.length - length)).slice(0, length);
  const uuid = () => `01a2b3c4-0000-7000-8000-${String(below(1e9)).padStart(12, '0')}`;
  const address = () =>
    `2a00:${below(65_536).toString(16)}:${below(65_536).toString(16)}:${below(65_536).toString(16)}::1`;
  const phone = () => `+79${String(below(1e9)).padStart(9, '0')}`;
  const sent = (value: unknown) => ({ 'content-type': 'application/json', body: JSON.stringify(value) });
  const post = (path: string, value: object): HostileCall => {
    const { body, ...headers } = sent(value);
    return { method: 'POST', path, headers, body };
  };

  const kinds: (() => HostileCall)[] = [
    // An unknown path.
    ...Array.from({ length: 5 }, () => () => ({
      method: one(METHODS),
      path: `/${one(['api/', 'ref/', 'assets/', ''])}${word(1 + below(40))}`,
      headers: {},
    })),
    // A route of the contract with an invalid query, invalid ids and an invalid body.
    ...Array.from({ length: 25 }, () => () => {
      const { method, path, query, body } = one(contracts);
      const names = Object.keys(query?.shape ?? {});
      const search = Array.from(
        { length: below(4) },
        () => `${one([...names, word(6)])}=${encodeURIComponent(String(one([...VALUES, word(12)])))}`,
      ).join('&');
      const asked = path.replace(/\{\w+\}/, one([uuid(), word(8), code]));
      const fields = Object.keys(body !== undefined && 'shape' in body ? body.shape : {});
      return {
        method,
        path: `${asked}?${search}`,
        headers: method === 'GET' ? {} : { 'content-type': one(TYPES) },
        ...(method !== 'GET' && {
          body: one([
            JSON.stringify(Object.fromEntries([...fields, word(5)].map((name) => [name, one(VALUES)]))),
            '{"a":',
            `${'['.repeat(below(3000))}`,
            word(below(2000)),
          ]),
        }),
      };
    }),
    // A permitted read of a signed-in user.
    () => ({
      method: 'GET',
      path: `/api/referral/${one(READS)}${one(['', 'new', word(10), encodeURIComponent('я'.repeat(20))])}`,
      headers: { authorization: `Bearer ${one(loot.tokens)}` },
    }),
    // An invalid token.
    () => ({
      method: 'GET',
      path: '/api/accounts/users/me/',
      headers: {
        authorization: one([`Bearer ${word(20)}.${word(80)}.${word(40)}`, `Basic ${word(9)}`, 'Bearer']),
      },
    }),
    () =>
      post(one(['/api/accounts/verify/', '/api/accounts/refresh/']), {
        token: word(200),
        refresh: word(200),
      }),
    // A sign-in attempt from one of a million addresses.
    () => post('/api/accounts/login/', { phone: phone(), password: word(12), 'smart-token': word(40) }),
    () =>
      post(`/api/public/ref/${code}/clicks/`, {
        visitor: word(20),
        referrer: `https://${word(9)}.ru/`,
        utm_source: word(5),
      }),
    () =>
      post(`/api/public/ref/${code}/leads/`, {
        name: word(9),
        phone: phone(),
        consent: true,
        comment: word(300),
      }),
    () => ({
      method: 'POST',
      path: `/ref/${code}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `name=${word(9)}&phone=${phone()}&consent=${one(['true', ''])}&consent_version=${below(3)}`,
    }),
    // A body at or just above the size limit.
    () => ({ ...post('/api/accounts/login/', { phone: word(64_000 + below(4000)) }) }),
  ];

  for (;;) {
    const call = one(kinds)();
    yield {
      ...call,
      headers: {
        ...(below(2) === 0 && { authorization: `Bearer ${one(loot.tokens)}` }),
        ...call.headers,
        accept: one(ACCEPTS),
        'user-agent': word(30),
        'x-forwarded-for': address(),
        ...(below(5) === 0 && { origin: `https://${word(10)}.ru` }),
      },
      givesUp: below(30) === 0,
    };
  }
}

/** Pseudo-random integers below 2^32 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
