import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { DEMO_PEOPLE } from '../src/demo/people.ts';
import { openDatabase } from '../src/open-database.ts';
import { systemClock } from '../src/platform/clock.ts';
import { settingsOf } from '../src/settings.ts';

// How long the calls of the screens take on the database of the environment, filled with `pnpm seed`:
//   DATA_DIR=… node bench/lists.ts      or      DATABASE_URL=… node bench/lists.ts
const ROUNDS = 7;
const search = encodeURIComponent('смирнов');

const CALLS = {
  'leads, first page': 'leads/?page_size=50',
  'leads of one state': 'leads/?status=qualified&page_size=50',
  'leads by change': 'leads/?ordering=-updated_at&page_size=50',
  'leads by state': 'leads/counts/',
  'what leads bring, by state': 'leads/counts/?sums=true',
  'leads of a month by state': 'leads/counts/?created_from=2026-09-01&created_to=2026-09-30',
  'leads found by name': `leads/?search=${search}&page_size=50`,
  'leads found by number': `leads/?search=${encodeURIComponent('Л-1999')}&page_size=50`,
  'leads found by name, by state': `leads/counts/?search=${search}`,
  'leads found by nothing': `leads/?search=${encodeURIComponent('нет такого')}`,
  programs: 'programs/',
  'partners, first page': 'partners/?page_size=50',
  'partners by last lead': 'partners/?ordering=-last_lead_at&page_size=50',
  'partners by state': 'partners/counts/',
} as const;

const MONEY = {
  'accruals, first page': 'accruals/?page_size=50',
  'accruals on hold': 'accruals/?status=hold&page_size=50',
  'accruals by state': 'accruals/counts/',
  'payments, first page': 'payments/?page_size=50',
  'payments by state': 'payments/counts/',
} as const;
const DUE = { 'partners to be paid': 'payments/eligible/?page_size=50' } as const;

const HOME = {
  'figures of 30 days': 'summary/',
  'figures of a year': 'summary/?from=2026-01-01&to=2026-12-31',
  'a figure by weeks': 'series/?step=week',
  'what waits': 'tasks/',
} as const;
const HOME_OF = {
  organization: { 'the best': 'top/', 'first steps': 'start/' },
  partner: { balance: 'balance/' },
};

const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
const { db, close } = await openDatabase(config, () => undefined);
const { app } = buildApp({ db, clock: systemClock, fetch, settings: settingsOf(config) });

async function tokenOf({ phone, password }: { phone: string; password: string }): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/accounts/login/',
    payload: { phone, password, 'smart-token': '' },
  });
  return answer.json<{ access: string }>().access;
}

async function measure(
  person: (typeof DEMO_PEOPLE)[number],
  who: string,
  base: string,
  paths: Record<string, string>,
) {
  const headers = { authorization: `Bearer ${await tokenOf(person)}` };
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const { statusCode, body } = await app.inject({ url: `${base}${path}`, headers });
      times.push(performance.now() - began);
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const [least = 0, median = 0] = [sorted[0], sorted[Math.floor(ROUNDS / 2)]];
    console.log(`| ${who}: ${name} | ${least.toFixed(0)} | ${median.toFixed(0)} |`);
  }
}

const [boss, partner] = DEMO_PEOPLE;
if (boss) await measure(boss, 'organization', '/api/referral/', CALLS);
if (partner) {
  const { programs, ...others } = CALLS;
  await measure(partner, 'partner', '/api/referral/', {
    programs,
    ...Object.fromEntries(Object.entries(others).filter(([, path]) => path.startsWith('leads/'))),
  });
}
if (boss) await measure(boss, 'organization', '/api/referral/', { ...MONEY, ...DUE });
if (partner) await measure(partner, 'partner', '/api/referral/', MONEY);
if (boss) await measure(boss, 'organization', '/api/home/', { ...HOME, ...HOME_OF.organization });
if (partner) await measure(partner, 'partner', '/api/home/', { ...HOME, ...HOME_OF.partner });
await app.close();
await close();
