import { type RouteContract, routes } from '@referral-dashboard/api-contract';

/** A call that no browser of ours would make. */
export type HostileCall = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** True when the sender goes away before it is answered. */
  givesUp?: boolean;
};

/** Means of the calls: tokens that are believed, and the code of a link that takes leads. */
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

/** Calls made of a seed: paths, queries, bodies, addresses and phones that hardly ever come twice. */
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
    // An address nobody has.
    ...Array.from({ length: 5 }, () => () => ({
      method: one(METHODS),
      path: `/${one(['api/', 'ref/', 'assets/', ''])}${word(1 + below(40))}`,
      headers: {},
    })),
    // A call of the contract with a wrong query, wrong ids and a wrong body.
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
    // What somebody who is signed in may ask for.
    () => ({
      method: 'GET',
      path: `/api/referral/${one(READS)}${one(['', 'new', word(10), encodeURIComponent('я'.repeat(20))])}`,
      headers: { authorization: `Bearer ${one(loot.tokens)}` },
    }),
    // A token that is none.
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
    // Somebody's phone, a password, from one of a million addresses.
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
    // As large as a body may be, or a little larger.
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

/** Whole numbers below 2^32, the same for the same seed: mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
