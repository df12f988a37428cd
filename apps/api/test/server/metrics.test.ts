import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendTo } from '../../src/messages/send-to.ts';
import { plusSeconds, systemClock } from '../../src/platform/clock.ts';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';
import { readMetrics, sumSamples } from '../setup/metrics-reader.ts';

const metrics = createMetrics();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    watch: metrics.watch,
    messages: { isRehearsed: true },
    frozenClock: true,
  });
  metrics.collect({
    clock: server.now,
    pool: () => ({ total: 7, idle: 3, waiting: 2 }),
    backlog: () => server.backlog(),
  });
});
afterAll(() => server.stop());

const read = async () => readMetrics(await metrics.text());
const REQUESTS = 'http_request_duration_seconds_count';

test('requests are counted by route pattern, method and status, and unknown paths share one label', async () => {
  const client = createClient(server);
  const { access } = await client.signIn();
  await client.login({ phone: '+79000000001', password: 'a wrong password' });
  const headers = { authorization: `Bearer ${access}` };
  const id = '0197a4c4-0000-7000-8000-000000000001';
  await client.request(`/api/referral/leads/${id}/`, { headers });
  await client.request('/api/referral/leads/?search=%2B79161234567', { headers });
  for (const path of ['/api/nothing/', '/api/+79161234567/', '/assets/none.js', '/api/accounts/none/x'])
    expect((await client.request(path)).status).toBe(404);
  await expect.poll(async () => sumSamples(await read(), REQUESTS)).toBe(8);

  const samples = await read();
  const login = { route: '/api/accounts/login/', method: 'POST' };
  expect(sumSamples(samples, REQUESTS, { ...login, status: '200' })).toBe(1);
  expect(sumSamples(samples, REQUESTS, { ...login, status: '401' })).toBe(1);
  expect(sumSamples(samples, REQUESTS, { route: '/api/referral/leads/:id/', status: '404' })).toBe(1);
  expect(sumSamples(samples, REQUESTS, { route: '/api/referral/leads/', status: '200' })).toBe(1);
  expect(sumSamples(samples, REQUESTS, { route: 'unmatched', status: '404' })).toBe(4);
});

test('metrics contain no ids, names, phones or input of users', async () => {
  const text = await metrics.text();
  const { id, last_name, first_name } = await server.findUser('+79000000001');
  for (const secret of [id, last_name, first_name, '9000000001', '9161234567', '0197a4c4', 'demo-'])
    expect(text).not.toContain(secret);
});

test('metrics contain the wait time and the queue length of password hashing', async () => {
  const count = async () => sumSamples(await read(), 'password_queue_wait_seconds_count');
  const before = await count();
  const client = createClient(server);
  await Promise.all(
    Array.from({ length: 6 }, () => client.login({ phone: '+79000000001', password: 'demo-organization' })),
  );
  expect((await count()) - before).toBe(6);
  expect(sumSamples(await read(), 'password_queue_waiting')).toBe(0);

  const { onWait, onStart, onRefuse } = metrics.watch.passwords;
  onWait();
  onRefuse();
  expect(sumSamples(await read(), 'password_queue_waiting')).toBe(1);
  onStart(1500, true);
  expect(sumSamples(await read(), 'password_queue_waiting')).toBe(0);
  expect(sumSamples(await read(), 'password_queue_refused_total')).toBe(1);
});

test('metrics contain the number, the age and the outcomes of due deliveries', async () => {
  const due = async (name: string) => sumSamples(await read(), name, { channel: 'email' });
  expect(await due('outbox_due')).toBe(0);
  const letter = { organizationId: null, title: 'Код', text: 'Код' };
  await server.db
    .transaction()
    .execute((trx) => sendTo(trx, { ...letter, to: { email: 'a@b.ru' }, at: server.now() }));
  server.advance(90);
  expect(await due('outbox_due')).toBe(1);
  expect(await due('outbox_oldest_due_seconds')).toBe(90);

  await server.deliver();
  expect(await due('outbox_due')).toBe(0);
  expect(await due('outbox_oldest_due_seconds')).toBe(0);
  expect(sumSamples(await read(), 'outbox_deliveries_total', { channel: 'email', outcome: 'sent' })).toBe(1);
  expect(sumSamples(await read(), 'outbox_readable')).toBe(1);
});

test('metrics contain database connections, background jobs and process statistics', async () => {
  const samples = await read();
  expect(sumSamples(samples, 'db_pool_connections', { state: 'idle' })).toBe(3);
  expect(sumSamples(samples, 'db_pool_connections', { state: 'busy' })).toBe(4);
  expect(sumSamples(samples, 'db_pool_waiting')).toBe(2);
  expect(sumSamples(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(sumSamples(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);

  metrics.watch.onJobRun('prune', 0.2, true);
  const failed = await read();
  expect(sumSamples(failed, 'job_failures_total', { job: 'prune' })).toBe(1);
  expect(sumSamples(failed, 'job_last_success_timestamp_seconds', { job: 'prune' })).toBe(0);
  metrics.watch.onJobRun('prune', 0.2, false);
  const done = await read();
  expect(sumSamples(done, 'job_failures_total', { job: 'prune' })).toBe(1);
  expect(sumSamples(done, 'job_duration_seconds_count', { job: 'prune' })).toBe(2);
  const at = sumSamples(done, 'job_last_success_timestamp_seconds', { job: 'prune' });
  expect(plusSeconds(new Date(at * 1000), 60) > systemClock()).toBe(true);
});

test('metrics contain every background job before its first run', async () => {
  const samples = await read();
  expect(server.jobNames().length).toBeGreaterThan(10);
  for (const job of server.jobNames())
    for (const name of ['job_failures_total', 'job_duration_seconds_count'])
      expect(samples.filter((sample) => sample.name === name && sample.labels['job'] === job)).toHaveLength(
        1,
      );
});

test('an unavailable database removes only its own metrics', async () => {
  const otherMetrics = createMetrics();
  otherMetrics.collect({ clock: systemClock, backlog: () => Promise.reject(new Error('away')) });
  const samples = readMetrics(await otherMetrics.text());
  expect(sumSamples(samples, 'outbox_readable')).toBe(0);
  expect(samples.some(({ name }) => name === 'outbox_due')).toBe(false);
  expect(sumSamples(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
});
