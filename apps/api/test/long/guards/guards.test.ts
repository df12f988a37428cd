import { mkdirSync, writeFileSync } from 'node:fs';
import type { Access } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessOf, guardedRoutes } from '../walk/probes.ts';
import { type Examination, examination } from './mutants.ts';
import { type Site, sites } from './switch.ts';

/** Every place of the server's code and every call, instead of the few through which the others go. */
const { LONG = '' } = process.env;
const isWhole = LONG !== '';

const SAMPLE = ['currentUser', 'lead'];
const isAsked = (name: string) => isWhole || SAMPLE.includes(name);
const isCentral = ({ file }: Site) =>
  /^(referrals\/leads\/leads.repo|people\/sessions\/authenticate)/.test(file);

let examined: Examination;
beforeAll(async () => {
  examined = await examination(({ name }) => isAsked(name));
}, 600_000);
afterAll(() => examined.stop());

type Outcome = { what: string; noticed: string | undefined; why?: string };
const report = (name: string, outcomes: readonly Outcome[]) => {
  mkdirSync('reports/guards', { recursive: true });
  writeFileSync(`reports/guards/${name}.json`, `${JSON.stringify(outcomes, null, 2)}\n`);
  const noticed = outcomes.filter((outcome) => outcome.noticed !== undefined).length;
  if (isWhole) console.log(`${name}: ${noticed} of ${outcomes.length} noticed`);
};

/** Everybody a call may be open to, the least first. */
const CALLERS: Record<string, readonly string[]> = {
  organization: ['organization'],
  partner: ['partner'],
  'organization,partner': ['organization', 'partner'],
  authenticated: ['organization', 'partner', 'no role'],
  public: ['organization', 'partner', 'no role', 'nobody'],
};
const callersOf = (access: Access) => CALLERS[String(access)] ?? [];
const ALL: Access[] = ['public', 'authenticated', ['organization', 'partner']];

/** Ways to let others in besides those a call is for. */
const widerThan = (access: Access) =>
  ALL.filter((other) => callersOf(other).length > callersOf(access).length);

test('whoever lets others in to a call is noticed', async () => {
  const secondLine = [...sites.values()]
    .filter(({ file }) => file === 'platform/http/viewer.ts')
    .map(({ id }) => id);
  const outcomes: Outcome[] = [];
  for (const { name } of guardedRoutes.filter((one) => isAsked(one.name))) {
    for (const access of widerThan(accessOf(name))) {
      const what = `${name}: ${String(accessOf(name))} -> ${String(access)}`;
      const noticed = await examined.withAccess(name, access);
      if (noticed !== undefined) {
        outcomes.push({ what, noticed });
        continue;
      }
      // The roles are asked for twice, by the guard and by what the module wants of a caller: both have to fall.
      const behind = await examined.withAccess(name, access, secondLine);
      outcomes.push({ what, noticed: behind, ...(behind && { why: 'with the second line off' }) });
    }
  }
  report('access', outcomes);
  expect(outcomes.length).toBeGreaterThan(SAMPLE.length);
  expect(outcomes.filter(({ noticed }) => noticed === undefined)).toEqual([]);
}, 1_800_000);

test('a condition or a refusal that is gone is noticed, unless it is the second of two locks', async () => {
  const looked: { site: Site; noticed: string | undefined; why?: string }[] = [];
  for (const site of [...sites.values()].filter((one) => isWhole || isCentral(one))) {
    const noticed = await examined.withOff([site.id]);
    looked.push({ site, noticed, ...(noticed === undefined && { why: whyUnnoticed(site) }) });
  }
  report(
    'conditions',
    looked.map(({ site, ...rest }) => ({ what: nameOf(site), ...rest })),
  );
  const survivors = looked.filter(({ why }) => why === 'unnoticed').map(({ site }) => nameOf(site));
  expect(looked.length).toBeGreaterThan(10);
  expect(survivors).toEqual([]);
  // Named above for a reason that holds no more.
  const behind = looked.filter(({ site, why }) => why === 'second condition' && !site.isSecond);
  if (isWhole) expect(behind.map(({ site }) => nameOf(site)).sort()).toEqual(Object.keys(BEHIND).sort());
}, 3_600_000);

/** Places behind another that refuses the same, which no look at the query tells. */
const BEHIND: Record<string, string> = {
  'people/sessions/tokens.ts: isAhead && typeof sid !== "string"':
    'a token of no session is refused wherever it is shown',
  'people/accounts/accounts.repo.ts: .where("user_id", "=", userId)':
    'cards, by which lists are narrowed: whose they are, each statement asks',
  'people/sessions/tokens.ts: "crit" in header || typeof payload === "string"':
    'a token that our key has signed, and we sign none of that kind',
  'money/partner-statement/statement.ts: lead.organization_id = ${card.organization_id}':
    'leads of accruals that are read within the organization',
  'money/payable/payable.repo.ts: .where("a.organization_id", "=", organizationId)':
    'sums by partner, joined to the cards of the organization',
  'money/receipts/owed-receipts.ts: y.organization_id = ${organizationId} (2)':
    'the payment whose receipt has just been made',
  'money/acts/make-acts.ts: organization_id = ${organizationId}':
    'a lock of partners, who are read within the organization',
  'money/acts/make-acts.ts: y.organization_id = ${organizationId}':
    'payments of partners who were read within the organization',
  'money/acts/make-acts.ts: a.organization_id = ${organizationId}': 'accruals of those payments',
  'money/acts/acts.service.ts: y.organization_id = ${organizationId}':
    'partners, who are read within the organization',
  'money/registries/registry-moves.ts: p.organization_id = ${organizationId}':
    'a lock of the partners of a registry that is in reach',
  'money/registries/registry-moves.ts: pay.organization_id = ${organizationId}':
    'payments of a registry that is in reach',
  'money/registries/known-payments.ts: .where("organization_id", "=", organizationId)':
    'payments of a registry that is in reach',
  'money/registries/approve-payments.ts: p.organization_id = ${organizationId}':
    'payments of a registry that were locked within the organization',
  'money/payments/reserve.repo.ts: .where("organization_id", "=", organizationId) (3)':
    'payments that were locked within the organization',
  'money/payable/blockers.ts: .where("organization_id", "=", organizationId)':
    'requisites of partners who were locked within the organization',
  'money/tax-status/standing.ts: .where("card.organization_id", "=", organizationId)':
    'partners who were locked within the organization',
  'money/rewards/partner-money.ts: .where("a.organization_id", "=", organizationId)':
    'holds of a partner who was locked within the organization',
  'money/tax-status/tax-checks.repo.ts: organization_id = ${organizationId}':
    'questions of a wave, which is of one organization',
  'money/tax-status/index.ts: .where("organization_id", "=", organizationId) (2)':
    'partners, who are asked about within the organization',
};
const nameOf = ({ file, code }: Site) => `${file}: ${code}`;

function whyUnnoticed(site: Site): string {
  // Shown above: the guard has to fall, too.
  if (/^platform\/http\/(viewer|guard)/.test(site.file)) return 'second line';
  // The row was found in reach before and a query by its id finds no other, or what it is joined to is asked the same.
  if (site.isSecond || nameOf(site) in BEHIND) return 'second condition';
  return examined.reaches(site.id) ? 'unnoticed' : 'not come by';
}
