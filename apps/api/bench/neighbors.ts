/**
 * Measures the response times of one organization under the load of another one: `bench:neighbors`, on a temporary PostgreSQL server.
 * `SERVER` is the path of another server program to compare with. Linux only: resident memory is read from `/proc`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase } from '../src/testing/databases.ts';
import { clusterFolder, clusterIn, freePort } from '../test/setup/cluster.ts';
import { statementFile } from '../test/setup/one-c-writer.ts';
import { api, type Caller, createCaller, createWorld, ok } from '../test/setup/world.ts';

const { SERVER = join(import.meta.dirname, '../src/main.ts') } = process.env;
const MB = 1024 * 1024;
const LINES = 800;
const UPLOADS = 30;
const PDFS = 25;
const LANES = 16;
const SECONDS = 10;

const cluster = clusterIn(clusterFolder(), { fsync: 'off', max_connections: 200 });
await cluster.start();
process.env['TEST_POSTGRES'] = cluster.url();
const database = await testDatabase();

const world = await createWorld({ database });
const { card } = await world.partner();
for (let made = 0; made < LINES; made += 1)
  ok(
    await world.boss.post(`${api}/accruals/`, {
      partner: card.id,
      kind: 'bonus',
      amount_kop: 10_000 + made,
      explanation: 'За новых клиентов по программе',
    }),
  );
const other = await world.organization();
const { card: otherCard } = await world.partner({}, other);
const people = { busy: world.boss.headers, other: other.headers };
const [from, to] = [`${world.today().slice(0, 4)}-01-01`, world.today()];
await world.stop();

const PORT = String(await freePort());
const server = spawn(process.execPath, [SERVER], {
  env: {
    ...process.env,
    DATABASE_URL: database.url ?? '',
    SECRET_KEY: 'a key for tests, long enough to be one',
    PORT,
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise((resolve) => server.once('exit', resolve));
const url = `http://127.0.0.1:${PORT}`;
const callerWith = (headers: Record<string, string>): Caller =>
  createCaller({ url }, headers['authorization']?.replace('Bearer ', ''));
const busy = callerWith(people.busy);
const neighbor = callerWith(people.other);
while (
  !(await fetch(`${url}/api/health/`).then(
    ({ ok: isOk }) => isOk,
    () => false,
  ))
)
  await pause(50);

const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Returns the response times of a list and a document while `work` runs. */
async function beside(work: () => Promise<readonly number[]>) {
  const idle = resident();
  let peak = idle;
  const sample = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 10);
  let isOver = false;
  const began = performance.now();
  const done = work().finally(() => {
    isOver = true;
  });
  const lists: number[] = [];
  const documents: { status: number; ms: number }[] = [];
  const list = async () => {
    while (!isOver) {
      const start = performance.now();
      await (await neighbor.open(`${api}/programs/`)).text();
      lists.push(performance.now() - start);
      await pause(5);
    }
  };
  const document = async () => {
    while (!isOver) {
      const start = performance.now();
      const answer = await neighbor.open(
        `${api}/partners/${otherCard.id}/statement/pdf/?from=${from}&to=${to}`,
      );
      await answer.arrayBuffer();
      documents.push({ status: answer.status, ms: performance.now() - start });
      await pause(100);
    }
  };
  const [statuses] = await Promise.all([done, list(), document()]);
  clearInterval(sample);
  const sorted = lists.toSorted((one, next) => one - next);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const counted = Map.groupBy(statuses, (status) => status);
  return {
    s: Math.round((performance.now() - began) / 100) / 10,
    lists: lists.length,
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'worst ms': at(1),
    'PDFs refused': documents.filter(({ status }) => status !== 200).length,
    'slowest PDF ms': Math.round(Math.max(0, ...documents.map(({ ms }) => ms))),
    'MB above idle': Math.round(peak - idle),
    answers: [...counted].map(([status, all]) => `${all.length}×${status}`).join(' '),
  };
}

/** Returns a body of nearly 24 MB. */
function largeUpload(): string {
  const debits = Array.from({ length: 19_000 }, (_, index) => ({
    number: String(index),
    day: to,
    amount: '12000.00',
    purpose: `Оплата по договору ${index} ${'за услуги '.repeat(48)}`,
  }));
  const data = statementFile('40702810900000000001', debits);
  return JSON.stringify({ name: 'kl_to_1c.txt', data });
}

const upload = largeUpload();
console.log(`Upload of ${(upload.length / MB).toFixed(1)} MB`);
const statusOf = (answer: Promise<Response>) =>
  answer.then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
const times = (count: number, one: () => Promise<number>) => Promise.all(Array.from({ length: count }, one));
const send = (body: string) =>
  statusOf(
    busy.open(`${api}/bank-statements/`, {
      method: 'POST',
      headers: { ...busy.headers, 'content-type': 'application/json' },
      body,
    }),
  );
const until = (over: number, ask: () => Promise<number>) => async () => {
  const statuses: number[] = [];
  while (performance.now() < over) statuses.push(await ask());
  return statuses;
};
const lanes = async (path: string) => {
  const over = performance.now() + SECONDS * 1000;
  const lane = until(over, () => statusOf(fetch(`${url}${path}`, { headers: { 'accept-encoding': 'br' } })));
  return (await Promise.all(Array.from({ length: LANES }, lane))).flat();
};
const idleFor = (ms: number) => async () => {
  await pause(ms);
  return [];
};

const found = { warm: await beside(idleFor(2000)), idle: await beside(idleFor(5000)) };
console.table({
  ...found,
  [`${UPLOADS} uploads`]: await beside(() => times(UPLOADS, () => send(upload))),
  [`${PDFS} PDFs`]: await beside(() =>
    times(PDFS, () => statusOf(busy.open(`${api}/partners/${card.id}/statement/pdf/?from=${from}&to=${to}`))),
  ),
  [`${LANES} lanes on the schema`]: await beside(() => lanes('/api/schema/')),
});

server.kill('SIGTERM');
await ended;
await database.drop();
await cluster.remove();
