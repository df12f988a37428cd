/**
 * Measures the memory of a large lead export and the response times of concurrent requests: `node bench/exports.ts 1000000`. Uses a
 * temporary database on the server in `TEST_POSTGRES`, or an embedded one. `ROUNDS` of each format (2). Fails when memory grows with
 * the number of rows. Linux only, because resident memory is read from `/proc`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../src/database/open-database.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { startTestServer } from '../src/testing.ts';
import { figure, report } from './report.ts';

const { ROUNDS = '2', TEST_POSTGRES = '' } = process.env;
/** Without memory flags, V8 uses up to this much above idle. It does not depend on the number of rows. */
const BOUND_MB = 400;
const MB = 1024 * 1024;
const PORTION = 50_000;
const PORT = '3797';
const rows = Number(process.argv[2] ?? 200_000);
const phone = '+79160000001';
const password = 'correct horse battery staple';

/** An empty database: the settings for a server that uses it, and a function that deletes it. */
async function emptyDatabase() {
  if (TEST_POSTGRES !== '') {
    const { db, url = '', drop } = await testDatabase();
    return { env: { DATABASE_URL: url }, db, close: async () => undefined, drop };
  }
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bench-exports-'));
  const { db, close } = await openDatabase({ DATABASE_URL: undefined, DATA_DIR }, () => undefined);
  return { env: { DATA_DIR }, db, close, drop: async () => rmSync(DATA_DIR, { recursive: true }) };
}

const target = await emptyDatabase();
const { db } = target;
const people = [{ phone, password, role: 'organization' } as const];
await (await startTestServer({ database: target, people })).stop();
await sql`
  insert into programs (organization_id, id, status, name, name_key, description, reward_event, hold_days, join_policy,
    attribution_window_days, duplicate_window_days, landing, ad_label, ad_erid, created_at, updated_at)
  select organization_id, gen_random_uuid(), 'draft', 'Программа', 'программа', '', 'lead_qualified', 0, 'open', 30, 30, '{}',
    '', '', now(), now()
  from users where phone = ${phone}`.execute(db);
for (let from = 1; from <= rows; from += PORTION) {
  await sql`
    insert into leads (organization_id, id, number, program_id, reward_event, source, name, phone, holds_phone, email, email_key,
      company, comment, status, deal_amount_kop, self_referral, unverified, search_text, created_at, updated_at)
    select organization_id, gen_random_uuid(), n, id, 'lead_qualified', 'import', 'Клиент ' || n, '+7916' || lpad(n::text, 7, '0'),
      false, 'client' || n || '@example.ru', '', 'ООО ' || n, repeat(md5(n::text), 4), 'won', n, false, false, '', now(), now()
    from programs, generate_series(${from}::int, ${Math.min(from + PORTION - 1, rows)}::int) n`.execute(db);
}
await sql`analyze`.execute(db);
await target.close();

const collects = 'data:text/javascript,process.on("SIGUSR2", () => gc())';
const flags = ['--expose-gc', '--import', collects];
const server = spawn(process.execPath, [...flags, join(import.meta.dirname, '../src/main.ts')], {
  env: {
    ...process.env,
    ...target.env,
    SECRET_KEY: 'a secret of the bench, thirty-two bytes long',
    PORT,
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise((resolve) => server.once('exit', resolve));
const at = (path: string) => `http://127.0.0.1:${PORT}/api/${path}`;
const answers = () =>
  fetch(at('health/')).then(
    ({ ok }) => ok,
    () => false,
  );
while (!(await answers())) await pause(50);

const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

async function signIn() {
  const body = JSON.stringify({ phone, password, 'smart-token': '' });
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(at('accounts/login/'), { method: 'POST', headers, body });
  const { access } = (await login.json()) as { access: string };
  return { authorization: `Bearer ${access}` };
}

/** Repeats a request until stopped. @returns the longest response time in milliseconds. */
async function longestWait(ask: () => Promise<unknown>, until: Promise<unknown>) {
  let longest = 0;
  let goesOn = true;
  const stop = () => {
    goesOn = false;
  };
  void until.then(stop, stop);
  while (goesOn) {
    const began = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - began);
    await pause(5);
  }
  return longest;
}

async function measure(format: string) {
  const headers = await signIn();
  let peak = 0;
  const sample = setInterval(() => {
    peak = Math.max(peak, resident());
  }, 20);
  const began = performance.now();
  const response = await fetch(at(`referral/leads/export/?format=${format}`), { headers });
  const reader = response.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  const first = performance.now() - began;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    bytes += value.length;
  }
  const last = performance.now() - began;
  clearInterval(sample);
  if (response.headers.get('x-total-count') !== String(rows)) throw new Error('rows are missing');
  return { format, MB: bytes / MB, first, last, above: peak - idle };
}

/** Longest response times during an export: of a list, and of a sign-in, which writes. */
async function measureBeside(format: string) {
  const headers = await signIn();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const read = () => fetch(at('referral/programs/'), { headers }).then((answer) => answer.text());
  const waits = [longestWait(read, over), longestWait(signIn, over)];
  await measure(format);
  end();
  const [list = 0, signing = 0] = await Promise.all(waits);
  return { format, list, signIn: signing };
}

// The first call loads modules, which is not part of the export.
for (let call = 0; call < 3; call += 1)
  await (await fetch(at('referral/leads/?page_size=50'), { headers: await signIn() })).text();
// Garbage from the start is collected before the measurement.
server.kill('SIGUSR2');
await pause(1000);
const idle = resident();
const rounds: Awaited<ReturnType<typeof measure>>[] = [];
for (let round = 0; round < Number(ROUNDS); round += 1)
  for (const format of ['csv', 'xlsx']) rounds.push(await measure(format));
const beside: Awaited<ReturnType<typeof measureBeside>>[] = [];
for (const format of ['csv', 'xlsx']) beside.push(await measureBeside(format));

server.kill('SIGTERM');
await ended;
await target.drop();

const database = TEST_POSTGRES === '' ? 'embedded' : 'PostgreSQL';
const what = (figure: string) => `export of ${rows.toLocaleString('en')} leads, ${database}: ${figure}`;
const csv = rounds.filter(({ format }) => format === 'csv');
const xlsx = rounds.filter(({ format }) => format === 'xlsx');
const times = (some: typeof rounds) => some.map(({ last }) => last);
report('exports', [
  figure(
    what('first byte'),
    'ms',
    rounds.map(({ first }) => first),
  ),
  figure(
    what('memory above idle'),
    'MB',
    rounds.map(({ above }) => above),
  ),
  figure(what('last byte of CSV'), 'ms', times(csv)),
  figure(what('last byte of XLSX'), 'ms', times(xlsx)),
  figure(
    what('longest wait of a concurrent list'),
    'ms',
    beside.map(({ list }) => list),
  ),
  figure(
    what('longest wait of a concurrent sign-in'),
    'ms',
    beside.map(({ signIn }) => signIn),
  ),
]);
console.log(
  `Memory when idle: ${Math.round(idle)} MB. Size: CSV ${csv[0]?.MB.toFixed()} MB, XLSX ${xlsx[0]?.MB.toFixed()} MB.`,
);
if (rounds.some(({ above }) => above > BOUND_MB)) process.exitCode = 1;
