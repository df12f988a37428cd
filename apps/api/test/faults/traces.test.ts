import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn } from '../setup/cluster.ts';
import { cleanUp, createUser, dataFolder, startServer } from './processes.ts';

type Value = { stringValue?: string; intValue?: number };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** Starts a server that acts as the trace collector and the captcha service. */
async function startReceiver() {
  const bodies: string[] = [];
  const headers: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/v1/traces') bodies.push(body);
    else headers.push(...Object.keys(request.headers));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    /** Names of the headers received by the captcha service. */
    headers,
    spans: () =>
      bodies
        .map((body) => JSON.parse(body) as Export)
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap((one) => one.scopeSpans))
        .flatMap(({ spans }) => spans),
    close: () => server.close(),
  };
}

let cluster: Cluster | undefined;
let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined;
afterEach(async () => {
  await cleanUp();
  await cluster?.remove();
  receiver?.close();
});

const attribute = ({ attributes }: Span, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue;
};

test('a request, its queries and its outgoing calls are one trace without personal data', async () => {
  cluster = clusterIn(clusterFolder(), { fsync: 'off' });
  await cluster.start();
  receiver = await startReceiver();
  const [folder, password] = [dataFolder(), 'тихий омут полон 7'];
  // Demo mode would spend half a minute on demo data.
  const database = {
    APP_MODE: 'production',
    DATABASE_URL: cluster.url(),
    SECRET_KEY: 'a key for traces, long enough to be one',
  };
  const server = startServer(folder, {
    ...database,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    CAPTCHA_SERVER_KEY: 'key-of-captchas',
    CAPTCHA_URL: `${receiver.url}/validate`,
    LOG_LEVEL: 'silent',
  });
  const url = await server.url;
  const owner = ['--phone', '+79000000001', '--role', 'organization'];
  expect(await createUser(folder, owner, `${password}\n`, database)).toMatchObject({ code: 0 });
  const client = createClient({ url });
  const foreign = '0af7651916cd43dd8448eb211c80319c';
  const signedIn = await client.request('/api/accounts/login/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${foreign}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({
      phone: '+79000000001',
      password,
      'smart-token': 'token-of-a-captcha',
    }),
  });
  expect(signedIn.status).toBe(200);
  const { access, refresh } = signedIn.body as { access: string; refresh: string };
  const { id } = (await client.me(access)).body as { id: string };
  const headers = { authorization: `Bearer ${access}` };
  await client.request('/api/referral/leads/?search=%2B79161234567', { headers });
  await client.request('/api/referral/leads/not-an-id-79161234567/', { headers });
  await client.request('/invite/secret-of-an-invitation-0123456789012345678901');
  await client.refresh(refresh);
  server.kill('SIGTERM');
  expect(await server.exited).toMatchObject({ code: 0, stderr: '' });

  const spans = receiver.spans();
  const signIn = spans.find(({ name }) => name === 'POST /api/accounts/login/');
  expect(signIn?.parentSpanId ?? '').toBe('');
  const parts = spans.filter(({ traceId }) => traceId === signIn?.traceId);
  expect(signIn?.traceId).not.toBe(foreign);
  expect(parts.filter(({ name }) => name.startsWith('pg.query:')).length).toBeGreaterThan(2);
  const asked = parts.find((span) => span !== signIn && attribute(span, 'http.request.method') === 'POST');
  expect(asked && attribute(asked, 'server.address')).toBe('127.0.0.1');
  expect(receiver.headers).not.toContain('traceparent');

  const routes = spans.map((span) => attribute(span, 'http.route')).filter(Boolean);
  expect(routes).toEqual(
    expect.arrayContaining(['/api/accounts/login/', '/api/referral/leads/', '/api/referral/leads/:id/']),
  );
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBeGreaterThanOrEqual(5);
  const query = parts
    .map((span) => attribute(span, 'db.query.text'))
    .find((sql) => /from "users"/.test(String(sql)));
  expect(query).toMatch(/\$1/);

  const all = receiver.bodies.join('');
  for (const secret of [
    '9000000001',
    '9161234567',
    password,
    'token-of-a-captcha',
    'key-of-captchas',
    'secret-of-an-invitation',
    access,
    refresh,
    access.split('.')[2] ?? '',
    id,
  ])
    expect(all).not.toContain(secret);
});

test('an unreachable collector affects neither responses nor the shutdown', async () => {
  const server = startServer(dataFolder(inject('template')), {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    LOG_LEVEL: 'silent',
  });
  await createClient({ url: await server.url }).signIn();
  server.kill('SIGTERM');
  expect(await server.exited).toMatchObject({ code: 0, stderr: '' });
});
