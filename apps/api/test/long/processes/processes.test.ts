import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendTo } from '../../../src/messages/send-to.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../faults/processes.ts';
import { createClient } from '../../setup/client.ts';
import { type Cluster, clusterFolder, clusterIn, freePort } from '../../setup/cluster.ts';
import { mailServer } from '../../setup/mail-server.ts';
import { readMetrics, sumSamples } from '../../setup/metrics-reader.ts';
import { type Nginx, startNginx } from '../../setup/nginx.ts';
import { lostAndDoubled } from '../drills/audit.ts';
import {
  type Company,
  insertCompany,
  PERSON,
  signInOwner,
  startCompanyServer,
  withDatabase,
} from '../drills/company.ts';
import { createJournal, startLoad } from '../drills/load.ts';
import { report } from '../report.ts';
import { startClients } from './clients.ts';

const { PROCESS_ROUNDS = '1', PROCESS_MESSAGES = '300', PROCESS_DRAIN = '2' } = process.env;
const ROUNDS = Number(PROCESS_ROUNDS);
const MESSAGES = Number(PROCESS_MESSAGES);
const PROCESSES = 3;
const CLIENTS = 16;

/** The tax service, which all processes together may call twice a minute. */
async function taxService() {
  const calls: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    calls.push(performance.now());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":true}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

type Process = { port: number; url: string; server: ServerProcess };

let cluster: Cluster;
let company: Company;
let mail: Awaited<ReturnType<typeof mailServer>>;
let taxes: Awaited<ReturnType<typeof taxService>>;
let nginx: Nginx;
const processes: Process[] = [];
const folder = dataFolder();

/** Starts a process on a port and waits until it responds. */
async function startAt(port: number): Promise<Process> {
  const server = startCompanyServer(folder, cluster.url(), {
    PORT: String(port),
    TRUST_PROXY: 'loopback',
    DRAIN_SECONDS: PROCESS_DRAIN,
    METRICS_PORT: '0',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Robot <robot@example.ru>',
    NPD_URL: taxes.url,
  });
  return { port, url: await server.url, server };
}

/** Returns the number of requests a process has answered since its start. */
async function answeredBy({ server }: Process): Promise<number> {
  const [, address = ''] = /Метрики: (\S+)/.exec(server.output()) ?? [];
  const samples = readMetrics(await (await fetch(address)).text());
  return sumSamples(samples, 'http_request_duration_seconds_count');
}

const on = (index: number) => {
  const found = processes[index % PROCESSES];
  if (found === undefined) throw new Error('no such process');
  return createClient(found);
};

beforeAll(async () => {
  cluster = clusterIn(clusterFolder());
  await cluster.start();
  company = await withDatabase({ url: cluster.url() }, insertCompany);
  mail = await mailServer();
  taxes = await taxService();
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  processes.push(...(await Promise.all(ports.map(startAt))));
  nginx = await startNginx(ports);
}, 120_000);
afterAll(async () => {
  await nginx?.stop();
  await cleanUp();
  mail?.close();
  taxes?.close();
  await cluster?.remove();
});

test('a session of one process is valid at the others and can be refreshed at any of them', async () => {
  const { access, refresh } = (await on(0).login(PERSON)).body as { access: string; refresh: string };
  expect((await on(1).me(access)).status).toBe(200);
  const renewed = await on(1).refreshPair(refresh);
  expect((await on(2).me(renewed.access)).status).toBe(200);
  const again = await on(2).refreshPair(renewed.refresh);
  expect((await on(0).me(again.access)).status).toBe(200);
});

test('a session ended at one process is refused by the others within a second', async () => {
  const { access } = (await on(0).login(PERSON)).body as { access: string };
  const { access: other } = (await on(1).login(PERSON)).body as { access: string };
  const all = processes.map((_, index) => index);
  // By now every process has accepted the token.
  for (const index of all) {
    expect((await on(index).me(access)).status).toBe(200);
    expect((await on(index).verify(access)).status).toBe(200);
  }
  const { status } = await on(1).request('/api/accounts/sessions/', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${other}` },
  });
  expect(status).toBeLessThan(300);
  const startedAt = performance.now();
  for (const index of all)
    for (const call of ['me', 'verify'] as const)
      await expect
        .poll(async () => (await on(index)[call](access)).status, { interval: 10, timeout: 5000 })
        .toBe(401);
  const ms = Math.round(performance.now() - startedAt);
  report('a session ended, refused everywhere after', { ms });
  expect(ms).toBeLessThan(1000);
});

test('rate limits are shared by all processes', async () => {
  const wrong = { phone: '+79161110001', password: 'nobody has this' };
  const network = { 'x-forwarded-for': '203.0.113.7' };
  const counts: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1)
    counts.push((await on(attempt).login(wrong, network)).status);
  expect(counts).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('background jobs run once across all processes', async () => {
  await withDatabase({ url: cluster.url() }, async (db) => {
    for (let index = 0; index < MESSAGES; index += 1)
      await sendTo(db, {
        to: { email: `reader-${index}@example.ru` },
        organizationId: null,
        title: 'Новости',
        text: 'Новости',
        at: new Date(),
      });
    await sql`
      insert into tax_checks (organization_id, partner_id, inn, batch_id, status, due_at, requested_at)
      select organization_id, id, '500100732259', gen_random_uuid(), 'waiting', now(), now() from partners`.execute(
      db,
    );
  });
  await expect.poll(() => mail.ids.length, { interval: 100, timeout: 120_000 }).toBe(MESSAGES);
  await expect
    .poll(() => taxes.calls.length, { interval: 100, timeout: 120_000 })
    .toBe(company.partners.length);
  // Leaves time for another process to repeat a job.
  await pause(6000);
  expect(mail.ids.length).toBe(MESSAGES);
  expect(new Set(mail.ids).size).toBe(MESSAGES);
  expect(taxes.calls.length).toBe(company.partners.length);
  const [first = 0, , third = 0] = taxes.calls;
  expect(third - first).toBeGreaterThan(50_000);
  report('background work of three processes', {
    messages: mail.ids.length,
    'questions to the tax service': taxes.calls.length,
  });
}, 300_000);

test(
  'a rolling restart under load answers every request over keep-alive connections',
  async () => {
    const token = await signInOwner(nginx.url);
    const journal = createJournal();
    const writers = startLoad([nginx.url], token, company, journal);
    const askers = startClients(
      nginx.url,
      token,
      [
        ...['referral/leads', 'referral/payments', 'health', 'accounts/users/me'].map((path) => ({
          path: `/api/${path}/`,
        })),
        // nginx does not retry this request at another process.
        ...Array.from({ length: 12 }, () => ({ path: '/api/accounts/verify/', body: { token } })),
      ],
      CLIENTS,
    );
    await journal.more(20);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [index, old] of processes.entries()) {
        old.server.kill('SIGTERM');
        expect(await old.server.exited).toMatchObject({ code: 0, stderr: '' });
        const started = await startAt(old.port);
        processes[index] = started;
        // The next process restarts after nginx uses this one again.
        await expect.poll(() => answeredBy(started), { interval: 100, timeout: 60_000 }).toBeGreaterThan(10);
      }
    await journal.more(20);
    await Promise.all([writers.stop(), askers.stop()]);
    report('three processes restarted in turn', {
      restarts: ROUNDS * PROCESSES,
      acknowledged: journal.acknowledged(),
      refused: journal.refusals,
      asked: askers.answers,
      connections: askers.connections(),
    });
    expect(askers.failures).toEqual([]);
    expect([...journal.reasons]).toEqual([]);
    expect(journal.defects).toEqual([]);
    // Each client keeps one connection despite the restarts.
    expect(askers.connections()).toBe(CLIENTS);
    expect(await withDatabase({ url: cluster.url() }, (db) => lostAndDoubled(db, company, journal))).toEqual(
      [],
    );
  },
  120_000 + ROUNDS * 240_000,
);
