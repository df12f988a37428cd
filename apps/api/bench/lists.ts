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
  'leads, first page': 'referral/leads/?page_size=50',
  'leads of one state': 'referral/leads/?status=qualified&page_size=50',
  'leads by change': 'referral/leads/?ordering=-updated_at&page_size=50',
  'leads by state': 'referral/leads/counts/',
  'leads of a month by state': 'referral/leads/counts/?created_from=2026-09-01&created_to=2026-09-30',
  'leads found by name': `referral/leads/?search=${search}&page_size=50`,
  'leads found by number': `referral/leads/?search=${encodeURIComponent('Л-1999')}&page_size=50`,
  'leads found by name, by state': `referral/leads/counts/?search=${search}`,
  'leads found by nothing': `referral/leads/?search=${encodeURIComponent('нет такого')}`,
  programs: 'referral/programs/',
  'partners, first page': 'referral/partners/?page_size=50',
  'partners by last lead': 'referral/partners/?ordering=-last_lead_at&page_size=50',
  'partners by state': 'referral/partners/counts/',
  'accruals, first page': 'referral/accruals/?page_size=50',
  'accruals on hold': 'referral/accruals/?status=hold&page_size=50',
  'accruals by state': 'referral/accruals/counts/',
  'payments, first page': 'referral/payments/?page_size=50',
  'payments by state': 'referral/payments/counts/',
  'partners to be paid': 'referral/payments/eligible/?page_size=50',
  'home, figures of 30 days': 'home/summary/',
  'home, what to do': 'home/tasks/',
  'home, best partners': 'home/top/',
} as const;

const config = readConfig({ LOG_LEVEL: 'warn', ...process.env });
const { db, close } = await openDatabase(config, () => undefined);
const { app } = buildApp({ db, clock: systemClock, fetch, settings: settingsOf(config) });

async function tokenOf({ phone, password }: { phone: string; password: string }): Promise<string> {
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/accounts/login/', payload: { phone, password, 'smart-token': '' } },
  });
  return answer.json<{ access: string }>().access;
}

async function measure(person: (typeof DEMO_PEOPLE)[number], who: string, paths: Record<string, string>) {
  const headers = { authorization: `Bearer ${await tokenOf(person)}` };
  for (const [name, path] of Object.entries(paths)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const { statusCode, body } = await app.inject({ url: `/api/${path}`, headers });
      times.push(performance.now() - began);
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const [median = 0, most = 0] = [sorted[Math.floor(ROUNDS / 2)], sorted.at(-1)];
    console.log(`| ${who}: ${name} | ${median.toFixed(0)} | ${most.toFixed(0)} |`);
  }
}

const [boss, partner] = DEMO_PEOPLE;
if (boss) await measure(boss, 'organization', CALLS);
if (partner) {
  const forPartners = /^(home\/(summary|tasks)|referral\/(programs|leads|accruals|payments\/(\?|counts)))/;
  await measure(partner, 'partner', {
    ...Object.fromEntries(Object.entries(CALLS).filter(([, path]) => forPartners.test(path))),
    'home, balance': 'home/balance/',
  });
}
await app.close();
await close();
