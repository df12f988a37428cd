import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { toSettings } from '../src/config/settings.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { DEMO_PEOPLE } from '../src/demo/people.ts';
import { systemClock } from '../src/platform/clock.ts';
import { writeCursor } from '../src/platform/db/lists/cursor.ts';
import { clusterFolder, clusterIn } from '../test/setup/cluster.ts';
import { figure, report } from './report.ts';

/**
 * Measures the response times of the calls of the screens in milliseconds: `node bench/lists.ts 100000` with that number of leads of
 * one organization on a temporary PostgreSQL server, or without a number on the configured database, filled with `pnpm seed`.
 * `ROUNDS` of each call (20).
 */
const { ROUNDS = '20', ...environment } = process.env;
const leads = process.argv[2];
/** Number of rows before page 1,000. */
const DEEP = 999 * 50;
const search = encodeURIComponent('смирнов');
const named = encodeURIComponent('партнер 19');

type Calls = Record<string, string>;

const LEADS: Calls = {
  'leads, first page': 'leads/?page_size=50',
  'leads of one state': 'leads/?status=qualified&page_size=50',
  'leads by change': 'leads/?ordering=-updated_at&page_size=50',
  'leads by number': 'leads/?ordering=number&page_size=50',
  'leads by state': 'leads/counts/',
  'what leads bring, by state': 'leads/counts/?sums=true',
  'leads of a month by state': 'leads/counts/?created_from=2026-09-01&created_to=2026-09-30',
  'leads found by name': `leads/?search=${search}&page_size=50`,
  'leads found by number': `leads/?search=${encodeURIComponent('Л-1999')}&page_size=50`,
  'leads found by name, by state': `leads/counts/?search=${search}`,
  'leads found by nothing': `leads/?search=${encodeURIComponent('нет такого')}`,
};
const PARTNERS: Calls = {
  programs: 'programs/',
  'partners, first page': 'partners/?page_size=50',
  'partners by last lead': 'partners/?ordering=-last_lead_at&page_size=50',
  'partners by state': 'partners/counts/',
};
const MONEY: Calls = {
  'accruals, first page': 'accruals/?page_size=50',
  'accruals on hold': 'accruals/?status=hold&page_size=50',
  'accruals paid': 'accruals/?status=paid&page_size=50',
  'accruals by amount': 'accruals/?ordering=-amount_kop&page_size=50',
  'accruals by state': 'accruals/counts/',
  'accruals of a month by state': 'accruals/counts/?created_from=2026-09-01&created_to=2026-09-30',
  'payments, first page': 'payments/?page_size=50',
  'payments in work': 'payments/?status=draft&page_size=50',
  'payments by amount': 'payments/?ordering=-amount_kop&page_size=50',
  'payments by state': 'payments/counts/',
};
const SEARCHES: Calls = Object.fromEntries(
  ['accruals', 'payments'].flatMap((list) =>
    [...['199', '1999', '19991'].map((text) => [`by ${text}`, text]), ['by name', named]].flatMap(
      ([by, text]) => [
        [`${list} found ${by}`, `${list}/?search=${text}&page_size=50`],
        [`${list} found ${by}, by state`, `${list}/counts/?search=${text}`],
      ],
    ),
  ),
);
const EVERYWHERE: Calls = Object.fromEntries(
  ['199', '1999', '19991', search].map((text) => [
    `search of everything, ${decodeURIComponent(text)}`,
    `search/?search=${text}`,
  ]),
);
const DUE: Calls = {
  'partners to be paid': 'payments/eligible/?page_size=50',
  'partners to be paid, blocked': 'payments/eligible/?due=blocked&page_size=50',
  'what is to be paid': 'payments/totals/',
};
const OF_PARTNER: Calls = { receipts: 'receipts/?page_size=50', acts: 'acts/?page_size=50' };

const HOME: Calls = {
  'figures of 30 days': 'summary/',
  'figures of a year': 'summary/?from=2026-01-01&to=2026-12-31',
  'a figure by weeks': 'series/?step=week',
  'what waits': 'tasks/',
};
const HOME_OF = {
  organization: {
    'the best': 'top/',
    'the best of a year': 'top/?from=2025-11-15&to=2026-11-14',
    'the best of a year by leads': 'top/?from=2026-01-01&to=2026-12-31&by=leads',
    'first steps': 'start/',
  },
  partner: { balance: 'balance/' },
};

const cluster = leads === undefined ? undefined : clusterIn(clusterFolder());
await cluster?.start();
const target = { ...environment, ...(cluster && { DATABASE_URL: cluster.url() }) };
if (leads !== undefined) {
  const seed = join(import.meta.dirname, '../src/cli/seed.ts');
  execFileSync(process.execPath, [seed, '--leads', leads], {
    env: target,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
const config = readConfig({ LOG_LEVEL: 'warn', ...target });
const { db, close } = await openDatabase(config, () => undefined);
const { app } = buildApp({ db, clock: systemClock, fetch, settings: toSettings(config) });

type Person = (typeof DEMO_PEOPLE)[number];

async function tokenOf({ phone, password }: Person): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/accounts/login/',
    payload: { phone, password, 'smart-token': '' },
  });
  return answer.json<{ access: string }>().access;
}

/** Returns the 95th percentile of every call. */
const slow: Record<'calls' | 'searches', number[]> = { calls: [], searches: [] };

async function measure(person: Person, who: string, base: string, paths: Calls) {
  const headers = { authorization: `Bearer ${await tokenOf(person)}` };
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round <= Number(ROUNDS); round += 1) {
      const began = performance.now();
      const { statusCode, body } = await app.inject({ url: `${base}${path}`, headers });
      if (round > 0) times.push(performance.now() - began);
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const [least = 0, median = 0, late = 0] = [0, 0.5, 0.95].map(
      (part) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)],
    );
    console.log(`| ${who}: ${name} | ${[least, median, late].map((ms) => ms.toFixed(0)).join(' | ')} |`);
    slow[path.includes('search=') ? 'searches' : 'calls'].push(late);
  }
}

/** Returns page 1,000 of each list, or the middle of shorter lists. */
async function latePages({ phone, role }: Person): Promise<Calls> {
  const pages: Calls = {};
  for (const list of ['leads', 'accruals', 'payments']) {
    const visible =
      role === 'partner'
        ? sql`r.partner_id in (select p.id from partners p join users u on u.id = p.user_id where u.phone = ${phone})`
        : sql`r.organization_id = (select organization_id from users where phone = ${phone})`;
    const { rows } = await sql<{ key: string; id: string }>`
      select to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key, r.id
      from ${sql.table(list)} r where ${visible} order by r.created_at desc, r.id desc
      offset least(${DEEP}::int, (select count(*) / 2 from ${sql.table(list)} r where ${visible})) limit 1`.execute(
      db,
    );
    const [row] = rows;
    if (row === undefined) continue;
    const cursor = writeCursor({ ordering: '-created_at', ...row, backward: false });
    pages[`${list}, a late page`] = `${list}/?page_size=50&ordering=-created_at&cursor=${cursor}`;
  }
  return pages;
}

const [boss, partner] = DEMO_PEOPLE;
if (boss) {
  const referral = { ...LEADS, ...PARTNERS, ...MONEY, ...SEARCHES, ...EVERYWHERE, ...DUE };
  await measure(boss, 'organization', '/api/referral/', { ...referral, ...(await latePages(boss)) });
  await measure(boss, 'organization', '/api/home/', { ...HOME, ...HOME_OF.organization });
}
if (partner) {
  const referral = { programs: 'programs/', ...LEADS, ...MONEY, ...SEARCHES, ...EVERYWHERE, ...OF_PARTNER };
  await measure(partner, 'partner', '/api/referral/', { ...referral, ...(await latePages(partner)) });
  await measure(partner, 'partner', '/api/home/', { ...HOME, ...HOME_OF.partner });
}
await app.close();
await close();
await cluster?.remove();
const among = leads === undefined ? '' : ` among ${Number(leads).toLocaleString('en')} leads`;
report('lists', [
  figure(`p95 of a call${among}, ${slow.calls.length} calls`, 'ms', slow.calls),
  figure(`p95 of a search${among}, ${slow.searches.length} searches`, 'ms', slow.searches),
]);
