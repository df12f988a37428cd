/**
 * Measures the microseconds of a request over a stub, through auth-core and other clients that send a token: medians of
 * batches and the spread of the runs. Clients take turns, so that other load on the machine affects all of them.
 */
import { rmSync } from 'node:fs';
import { installWithOurs, load } from './install.ts';

const RUNS = 7;
const BATCHES = 20;
const BATCH = 500;
const BASE = 'http://127.0.0.1:8000';
const PATH = `${BASE}/api/leads/`;

const answer = new Response('{}', { headers: { 'content-type': 'application/json' } });
let sent: Parameters<typeof fetch> | undefined;
const stub: typeof fetch = async (...request) => {
  sent = request;
  return answer;
};
globalThis.fetch = stub;

const folder = installWithOurs({
  '@supabase/supabase-js': '2.119.1',
  '@badgateway/oauth2-client': '3.3.1',
  ky: '2.1.0',
  axios: '1.21.1',
});

type Fetching = { fetch: typeof fetch };
const headers = { Authorization: 'Bearer access' };
const session = { access_token: 'access', refresh_token: 'refresh', token_type: 'bearer', user: { id: '1' } };

async function makeClients(): Promise<Record<string, () => Promise<unknown>>> {
  const { createAuth, memoryStorage, simpleJwt } = await load<{
    createAuth(options: object): Fetching;
    memoryStorage(): { setItem(key: string, value: string): void };
    simpleJwt(options: object): object;
  }>(folder, '@referral-dashboard/auth-core');
  const storage = memoryStorage();
  storage.setItem('access_token', 'access');
  storage.setItem('user_data', '{}');
  const backend = simpleJwt({ paths: { user: '/api/me/' } });
  const auth = createAuth({ baseUrl: BASE, backend, storage, fetch: stub });

  const { OAuth2Client, OAuth2Fetch } = await load<{
    OAuth2Client: new (options: object) => object;
    OAuth2Fetch: new (options: object) => Fetching;
  }>(folder, '@badgateway/oauth2-client');
  const token = { accessToken: 'access', refreshToken: 'refresh', expiresAt: null };
  const badgateway = new OAuth2Fetch({
    client: new OAuth2Client({ server: BASE, clientId: 'page' }),
    scheduleRefresh: false,
    getStoredToken: () => token,
    getNewToken: () => null,
  });

  const { createClient } = await load<{ createClient(url: string, key: string, options: object): Fetching }>(
    folder,
    '@supabase/supabase-js',
  );
  const stored = JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 86_400 });
  const supabase = createClient(BASE, 'key', {
    global: { fetch: stub },
    auth: { autoRefreshToken: false, storage: { getItem: () => stored, setItem() {}, removeItem() {} } },
  });

  const { default: ky } = await load<{ default: { create(options: object): typeof fetch } }>(folder, 'ky');
  const { default: axios } = await load<{
    default: { create(options: object): { get(path: string): Promise<unknown> } };
  }>(folder, 'axios');
  const kyClient = ky.create({ fetch: stub, headers });
  const axiosClient = axios.create({
    adapter: 'fetch',
    env: { fetch: async (...request: Parameters<typeof fetch>) => (await stub(...request)).clone() },
    headers,
  });

  return {
    'fetch alone': () => stub(PATH, { headers }),
    'auth-core': () => auth.fetch(PATH),
    badgateway: () => badgateway.fetch(PATH),
    'supabase-js': () => supabase.fetch(PATH),
    'ky, a fixed header': () => kyClient(PATH),
    'axios, a fixed header': () => axiosClient.get(PATH),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function perRequest(send: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const began = performance.now();
    for (let request = 0; request < BATCH; request++) await send();
    took.push(((performance.now() - began) * 1000) / BATCH);
  }
  return median(took);
}

const clients = Object.entries(await makeClients());
const runs = new Map<string, number[]>(clients.map(([name]) => [name, []]));
for (const [name, send] of clients) {
  await perRequest(send);
  const [input, init] = sent ?? [''];
  const used = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
  if (used.get('authorization') !== 'Bearer access') throw new Error(`${name} sent no token`);
}
for (let run = 0; run < RUNS; run++)
  for (const [name, send] of clients) runs.get(name)?.push(await perRequest(send));

console.log(`| client | µs a request, median of ${RUNS} runs | least | most |\n| --- | --- | --- | --- |`);
for (const [name, took] of runs)
  console.log(
    `| ${[name, ...[median(took), Math.min(...took), Math.max(...took)].map((each) => each.toFixed(1))].join(' | ')} |`,
  );
rmSync(folder, { recursive: true });
process.exit();
