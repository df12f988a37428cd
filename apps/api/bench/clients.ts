import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@referral-dashboard/api-contract';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { toSettings } from '../src/config/settings.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { DEMO_PEOPLE } from '../src/demo/people.ts';
import { systemClock } from '../src/platform/clock.ts';
import { clusterFolder, clusterIn } from '../test/setup/cluster.ts';
import { insertManyLeads } from '../test/setup/many-leads.ts';
import { insertManySales } from '../test/setup/many-sales.ts';
import { figure, report } from './report.ts';

/**
 * Measures the response times of the lists and the card of clients and sales in one organization, in milliseconds:
 * `node bench/clients.ts 100000` with that number of clients, each with ten sales, on a temporary PostgreSQL server;
 * `node bench/clients.ts 10000 embedded` on the embedded database. `ROUNDS` of each call (20).
 */
const { ROUNDS = '20', ...environment } = process.env;
const clients = Number(process.argv[2] ?? 100_000);
const isEmbedded = process.argv[3] === 'embedded';
const SALES_PER_CLIENT = 10;
/** A quarter of the inserted leads are deals. */
const LEADS_PER_CLIENT = 4;

const cluster = isEmbedded ? undefined : clusterIn(clusterFolder());
await cluster?.start();
const folder = mkdtempSync(join(tmpdir(), 'bench-clients-'));
const target = { ...environment, DATA_DIR: folder, ...(cluster && { DATABASE_URL: cluster.url() }) };
const seed = join(import.meta.dirname, '../src/cli/seed.ts');
execFileSync(process.execPath, [seed, '--leads', '1000'], {
  env: target,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const config = readConfig({ LOG_LEVEL: 'warn', ...target });
const { db, close } = await openDatabase(config, () => undefined);
const [boss, partner] = DEMO_PEOPLE;
const { organization_id } = await db
  .selectFrom('users')
  .select('organization_id')
  .where('phone', '=', boss?.phone ?? '')
  .executeTakeFirstOrThrow();
await insertManyLeads(db, organization_id ?? '', clients * LEADS_PER_CLIENT, systemClock());
await insertManySales(db, organization_id ?? '', SALES_PER_CLIENT - 1);
const { app } = buildApp({ db, clock: systemClock, fetch, settings: toSettings(config) });

async function signIn({ phone, password }: { phone: string; password: string }) {
  const payload = { phone, password, 'smart-token': '' };
  const answer = await app.inject({ method: 'POST', url: '/api/accounts/login/', payload });
  return { authorization: `Bearer ${answer.json<{ access: string }>().access}` };
}

type Headers = Awaited<ReturnType<typeof signIn>>;
const slow: number[] = [];

async function get(headers: Headers, path: string) {
  const began = performance.now();
  const { statusCode, body } = await app.inject({ url: `/api/referral/${path}`, headers });
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
  return { body, ms: performance.now() - began };
}

async function measure(headers: Headers, who: string, paths: Record<string, string>) {
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round <= Number(ROUNDS); round += 1) {
      const { ms } = await get(headers, path);
      if (round > 0) times.push(ms);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const late = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
    console.log(`| ${who}: ${name} | ${sorted[0]?.toFixed(0)} | ${late.toFixed(0)} |`);
    slow.push(late);
  }
}

/** Returns the calls of an organization or of a partner, with ids of the data. */
async function callsOf(headers: Headers): Promise<Record<string, string>> {
  const first = async (list: string) =>
    (JSON.parse((await get(headers, `${list}/?page_size=50`)).body) as Page<{ id: string }>).results[0]?.id ??
    '';
  const client = await first('clients');
  return {
    'clients, first page': 'clients/?page_size=50',
    'clients, oldest first': 'clients/?ordering=created_at&page_size=50',
    'clients by last sale': 'clients/?ordering=-last_sale&page_size=50',
    'clients by name': `clients/?search=${encodeURIComponent('смирнов')}&page_size=50`,
    'clients by phone': 'clients/?search=9410012345&page_size=50',
    'clients by an unknown name': `clients/?search=${encodeURIComponent('нет такого')}&page_size=50`,
    'card of a client': `clients/${client}/`,
    'sales of a client': `sales/?client=${client}&page_size=50`,
    'sales, first page': 'sales/?page_size=50',
    'sales, oldest first': 'sales/?ordering=paid_on&page_size=50',
    'sales of a month': 'sales/?from=2026-03-01&to=2026-03-31&page_size=50',
  };
}

if (boss) {
  const headers = await signIn(boss);
  const one = await db
    .selectFrom('attachments')
    .select(['partner_id', 'program_id', 'client_id'])
    .where('organization_id', '=', organization_id ?? '')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await measure(headers, 'organization', {
    ...(await callsOf(headers)),
    'history of a client': `clients/${one.client_id}/history/`,
    'clients of a partner': `clients/?partner=${one.partner_id}&page_size=50`,
    'clients of a program': `clients/?program=${one.program_id}&page_size=50`,
    'sales of a partner': `sales/?partner=${one.partner_id}&page_size=50`,
    'sales of a program': `sales/?program=${one.program_id}&page_size=50`,
  });
}
if (partner) {
  const headers = await signIn(partner);
  await measure(headers, 'partner', await callsOf(headers));
}
await app.close();
await close();
await cluster?.remove();
rmSync(folder, { recursive: true });
const size = `${clients.toLocaleString('en')} clients with ${(clients * SALES_PER_CLIENT).toLocaleString('en')} sales`;
report(isEmbedded ? 'clients-embedded' : 'clients', [
  figure(`p95 of a call among ${size}${isEmbedded ? ', embedded' : ''}, ${slow.length} calls`, 'ms', slow),
]);
