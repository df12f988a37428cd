/**
 * Measures imports: rows per second of the check and of the run, memory above idle, and the response times of a concurrent list:
 * `node bench/imports.ts 50000` on a temporary PostgreSQL server, `node bench/imports.ts 5000 embedded` on the embedded database. One sale
 * in five belongs to a client of a partner and earns a reward, and one lead in five is a deal of a partner. Linux only, because resident
 * memory is read from `/proc`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ImportKind, type ImportView, takesImportProgram } from '@referral-dashboard/api-contract';
import { openDatabase } from '../src/database/open-database.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { clusterFolder, clusterIn, freePort } from '../test/setup/cluster.ts';
import { IMPORTS, toFile } from '../test/setup/imports.ts';
import { api, createCaller, createWorld, ok } from '../test/setup/world.ts';
import { type Figure, figure, report } from './report.ts';

const rows = Number(process.argv[2] ?? 50_000);
const isEmbedded = process.argv[3] === 'embedded';
const PARTNERS = 20;
const SALES_PER_CLIENT = 5;

const cluster = isEmbedded ? undefined : clusterIn(clusterFolder());
await cluster?.start();

/** An empty database: the settings for a server that uses it, and a function that closes it. */
async function emptyDatabase() {
  if (cluster !== undefined) {
    process.env['TEST_POSTGRES'] = cluster.url();
    const { db, url = '' } = await testDatabase();
    return {
      env: { DATABASE_URL: url },
      database: { db, drop: async () => undefined },
      close: () => db.destroy(),
    };
  }
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bench-imports-'));
  const { db, close } = await openDatabase({ DATA_DIR }, () => undefined);
  const remove = async () => rmSync(DATA_DIR, { recursive: true });
  return { env: { DATA_DIR }, database: { db, drop: async () => undefined }, close, remove };
}

const target = await emptyDatabase();
const world = await createWorld({ database: target.database });
const reward = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };
const program = await world.program({ reward_event: 'deal_won', reward, hold_days: 0 });
const partners: string[] = [];
for (let made = 0; made < PARTNERS; made += 1) {
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  partners.push(card.phone);
}
const { headers } = world.boss;
await world.stop();
await target.close();

const PORT = String(await freePort());
const server = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
  env: {
    ...process.env,
    ...target.env,
    APP_MODE: 'production',
    SECRET_KEY: 'a key for tests, long enough to be one',
    PORT,
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = new Promise((resolve) => server.once('exit', resolve));
const boss = createCaller(
  { url: `http://127.0.0.1:${PORT}` },
  headers['authorization']?.replace('Bearer ', ''),
);
const answers = () =>
  boss.open('/api/health/').then(
    ({ ok: isOk }) => isOk,
    () => false,
  );
while (!(await answers())) await pause(50);

const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
const list = async () => void (await (await boss.open(`${api}/partners/?page_size=20`)).text());

/** Waits until an import is in a state. @returns the seconds it took. */
async function until(id: string, state: string) {
  const began = performance.now();
  for (;;) {
    const view = ok<ImportView>(await boss.get(`${IMPORTS}${id}/`));
    if (view.state === state) return (performance.now() - began) / 1000;
    if (view.problem !== '') throw new Error(view.problem);
    await pause(100);
  }
}

/** Repeats the list while `work` runs. @returns the response times and the peak of memory. */
async function beside<Result>(work: Promise<Result>) {
  const waits: number[] = [];
  let peak = 0;
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await list();
    waits.push(performance.now() - began);
    peak = Math.max(peak, resident());
    await pause(10);
  }
  return { result: await work, waits, peak };
}

async function load(kind: ImportKind, lines: readonly string[]) {
  for (let call = 0; call < 20; call += 1) await list();
  await pause(1000);
  const idle = resident();
  const { result, waits, peak } = await beside(run(kind, lines));
  const late = waits.toSorted((one, other) => one - other)[Math.ceil(waits.length * 0.95) - 1] ?? 0;
  const { checked, ran, counts } = result;
  const count = lines.length - 1;
  console.log(kind, counts, { checked, ran, 'rows/s': Math.round(count / ran), late, above: peak - idle });
  if (counts.created !== count) throw new Error('rows were refused');
  const what = (name: string) =>
    `import of ${count.toLocaleString('en')} ${kind}, ${isEmbedded ? 'embedded' : 'PostgreSQL'}: ${name}`;
  return [
    figure(what('rows of the check'), '1/s', [count / checked]),
    figure(what('rows of the run'), '1/s', [count / ran]),
    figure(what('memory above idle'), 'MB', [peak - idle]),
    figure(what('p95 of a concurrent list'), 'ms', [late]),
  ];
}

async function run(kind: ImportKind, lines: readonly string[]) {
  const file = { kind, name: `${kind}.csv`, data: toFile(lines) };
  const { id, settings } = ok<ImportView>(await boss.post(IMPORTS, file));
  ok(
    await boss.post(`${IMPORTS}${id}/check/`, {
      ...settings,
      ...(takesImportProgram(kind) && { program: program.id }),
    }),
  );
  const checked = await until(id, 'checked');
  ok(await boss.post(`${IMPORTS}${id}/run/`));
  const ran = await until(id, 'done');
  return { checked, ran, counts: ok<ImportView>(await boss.get(`${IMPORTS}${id}/`)).counts };
}

const each = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at));
const phoneOf = (start: number, at: number) => `+79${start + at}`;
const partnerOf = (at: number) => (at % 5 === 0 ? (partners[(at / 5) % PARTNERS] ?? '') : '');
const dayOf = (at: number) => new Date(Date.UTC(2023, 0, 1 + (at % 1000))).toISOString().slice(0, 10);

const clients = Math.ceil(rows / SALES_PER_CLIENT);
const figures: Figure[] = [
  ...(await load('clients', [
    'Имя;Телефон;Партнер;Дата закрепления',
    ...each(clients, (at) => `Клиент ${at};${phoneOf(300_000_000, at)};${partnerOf(at)};2022-12-01`),
  ])),
  ...(await load('sales', [
    'Номер продажи;Дата оплаты;Сумма;Телефон клиента',
    ...each(
      rows,
      (at) => `S-${at};${dayOf(at)};${1000 + (at % 900)},50;${phoneOf(300_000_000, at % clients)}`,
    ),
  ])),
  ...(await load('leads', [
    'Имя;Телефон;Партнер;Дата лида;Статус;Сумма сделки',
    ...each(rows, (at) =>
      [
        `Лид ${at}`,
        phoneOf(500_000_000, at),
        partnerOf(at),
        dayOf(at),
        at % 5 === 0 ? 'Сделка' : 'Новый',
        '1000',
      ].join(';'),
    ),
  ])),
];

server.kill('SIGTERM');
await ended;
await target.remove?.();
await cluster?.remove();
report(isEmbedded ? 'imports-embedded' : 'imports', figures);
