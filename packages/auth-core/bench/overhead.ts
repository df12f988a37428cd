/**
 * Overhead of `auth.fetch` over the same stub called directly, in microseconds a request (median of batches), at first and after
 * 100,000 requests; and a thousand 401s at once. Fails when a bound is broken: `node bench/overhead.ts`.
 */
import { createAuth, memoryStorage, simpleJwt } from '../src/index.ts';

const BASE = 'http://127.0.0.1:8000';
const BOUND_US = 10;
const BATCH = 500;

const ok = new Response('{}');
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function perRequest(send: () => Promise<unknown>, batches: number): Promise<number> {
  const took: number[] = [];
  for (let batch = 0; batch < batches; batch++) {
    const began = performance.now();
    for (let request = 0; request < BATCH; request++) await send();
    took.push(((performance.now() - began) * 1000) / BATCH);
  }
  return median(took);
}

function signedIn(fetch: typeof globalThis.fetch) {
  const storage = memoryStorage();
  storage.setItem('access_token', 'old');
  storage.setItem('refresh_token', 'refresh');
  storage.setItem('user_data', '{"role":"organization","name":"Ann"}');
  return createAuth({ baseUrl: BASE, backend: simpleJwt({ paths: { user: '/api/me/' } }), storage, fetch });
}

const stub = async () => ok;
const auth = signedIn(stub);
const bare = () => stub();
const ours = () => auth.fetch('/api/leads/', { method: 'GET' });

await perRequest(ours, 10);
const baseline = await perRequest(bare, 20);
const first = (await perRequest(ours, 20)) - baseline;
await perRequest(ours, 100_000 / BATCH);
const later = (await perRequest(ours, 20)) - baseline;
console.log(`overhead of auth.fetch: ${first.toFixed(2)} µs, after 100,000 requests ${later.toFixed(2)} µs`);

let refreshes = 0;
let requests = 0;
const crowd = signedIn(async (input, init) => {
  if (String(input).endsWith('/refresh/')) {
    refreshes += 1;
    return Response.json({ access: 'new', refresh: 'next' });
  }
  requests += 1;
  return new Response(null, {
    status: new Headers(init?.headers).get('authorization') === 'Bearer new' ? 200 : 401,
  });
});
const began = performance.now();
const answers = await Promise.all(Array.from({ length: 1000 }, () => crowd.fetch('/api/leads/')));
const answered = answers.filter((answer) => answer.ok).length;
const took = (performance.now() - began).toFixed(0);
console.log(
  `1,000 concurrent 401s: ${refreshes} refresh, ${requests - 1000} retries, ${answered} answered, ${took} ms`,
);

const holds =
  first <= BOUND_US && later <= BOUND_US && refreshes === 1 && requests === 2000 && answered === 1000;
process.exitCode = holds ? 0 : 1;
