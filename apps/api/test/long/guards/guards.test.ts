import { mkdirSync, writeFileSync } from 'node:fs';
import type { Access } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccess, guardedRoutes } from '../walk/probes.ts';
import { type Examination, examination } from './mutants.ts';
import { type Site, sites } from './switch.ts';

/** With `LONG`, all conditions and calls are tested instead of a sample. */
const { LONG = '' } = process.env;
const isWhole = LONG !== '';

const SAMPLE = ['currentUser', 'lead'];
const isAsked = (name: string) => isWhole || SAMPLE.includes(name);
const isCentral = ({ file }: Site) =>
  /^(referrals\/leads\/(leads.repo|lead-rows)|people\/sessions\/authenticate)/.test(file);

let examined: Examination;
beforeAll(async () => {
  examined = await examination(({ name }) => isAsked(name));
}, 600_000);
afterAll(() => examined.stop());

type Outcome = { what: string; detectedBy: string | undefined; reason?: string };
const report = (name: string, outcomes: readonly Outcome[]) => {
  mkdirSync('reports/guards', { recursive: true });
  writeFileSync(`reports/guards/${name}.json`, `${JSON.stringify(outcomes, null, 2)}\n`);
  const detectedBy = outcomes.filter((outcome) => outcome.detectedBy !== undefined).length;
  if (isWhole) console.log(`${name}: ${detectedBy} of ${outcomes.length} noticed`);
};

/** Callers by the access of a call. */
const CALLERS: Record<string, readonly string[]> = {
  organization: ['organization'],
  partner: ['partner'],
  'organization,partner': ['organization', 'partner'],
  authenticated: ['organization', 'partner', 'no role'],
  public: ['organization', 'partner', 'no role', 'unauthenticated'],
};
const callersOf = (access: Access) => CALLERS[String(access)] ?? [];
const ALL: Access[] = ['public', 'authenticated', ['organization', 'partner']];

/** Returns the access values that admit more callers. */
const widerThan = (access: Access) =>
  ALL.filter((other) => callersOf(other).length > callersOf(access).length);

test('widening the access of a route makes a check fail', async () => {
  const secondLine = [...sites.values()]
    .filter(({ file }) => file === 'platform/http/viewer.ts')
    .map(({ id }) => id);
  const outcomes: Outcome[] = [];
  for (const { name } of guardedRoutes.filter((one) => isAsked(one.name))) {
    for (const access of widerThan(getAccess(name))) {
      const what = `${name}: ${String(getAccess(name))} -> ${String(access)}`;
      const detectedBy = await examined.withAccess(name, access);
      if (detectedBy !== undefined) {
        outcomes.push({ what, detectedBy: detectedBy });
        continue;
      }
      // The guard and the module both check the role, so both are turned off.
      const secondConditions = await examined.withAccess(name, access, secondLine);
      outcomes.push({
        what,
        detectedBy: secondConditions,
        ...(secondConditions && { reason: 'with the second line off' }),
      });
    }
  }
  report('access', outcomes);
  expect(outcomes.length).toBeGreaterThan(SAMPLE.length);
  expect(outcomes.filter(({ detectedBy }) => detectedBy === undefined)).toEqual([]);
}, 1_800_000);

test('removing an authorization condition makes a check fail, unless a second condition also protects the row', async () => {
  const results: { site: Site; detectedBy: string | undefined; reason?: string }[] = [];
  for (const site of [...sites.values()].filter((one) => isWhole || isCentral(one))) {
    const detectedBy = await examined.withOff([site.id]);
    results.push({
      site,
      detectedBy: detectedBy,
      ...(detectedBy === undefined && { reason: whyUnnoticed(site) }),
    });
  }
  report(
    'conditions',
    results.map(({ site, ...rest }) => ({ what: nameOf(site), ...rest })),
  );
  const survivors = results.filter(({ reason: why }) => why === 'unnoticed').map(({ site }) => nameOf(site));
  expect(results.length).toBeGreaterThan(10);
  expect(survivors).toEqual([]);
  // Every entry of BEHIND must still be needed.
  const secondConditions = results.filter(
    ({ site, reason: why }) => why === 'second condition' && !site.isSecond,
  );
  if (isWhole)
    expect(secondConditions.map(({ site }) => nameOf(site)).sort()).toEqual(
      Object.keys(SECOND_CONDITIONS).sort(),
    );
}, 3_600_000);

/** Conditions that repeat a condition elsewhere, with the reason. The analysis of a single query cannot find them. */
const SECOND_CONDITIONS: Record<string, string> = {
  'people/sessions/tokens.ts: isAhead && typeof sid !== "string"':
    'a token without a session is refused everywhere',
  'people/sessions/tokens.ts: "crit" in header || typeof payload === "string"':
    'a token signed with the key of the server, which never signs such tokens',
  'money/partner-statement/statement.ts: lead.organization_id = ${card.organization_id}':
    'leads of accruals of the organization',
  'money/partner-statement/statement.ts: sale.organization_id = ${card.organization_id}':
    'sales of accruals of the organization',
  'money/receipts/owed-receipts.ts: payment.organization_id = ${organizationId} (2)':
    'the payment of a receipt created in the same statement',
  'money/acts/act-sources.ts: c.organization_id = ${organizationId}': 'accruals of leads of the organization',
  'money/acts/acts.service.ts: y.organization_id = ${organizationId}': 'partners of the organization',
  'money/payments/lifecycle/reserve-payments.ts: payment.organization_id = ${organizationId}':
    'payments inserted by the same transaction',
  'money/payments/lifecycle/attempts.ts: earlier.organization_id = ${organizationId}':
    'attempts of locked payments of the organization',
  'money/payments/lifecycle/attempts.ts: accrual.organization_id = ${organizationId}':
    'accruals of locked payments of the organization',
  'money/payments/lifecycle/transition-payments.ts: .where("payment.organization_id", "=", organizationId)':
    'locked payments of the organization',
  'money/registries/form-registries.ts: payment.organization_id = ${organizationId}':
    'payments reserved by the same transaction',
  'money/tax-status/tax-checks.repo.ts: organization_id = ${organizationId}':
    'requests of a batch, which belongs to one organization',
  'money/tax-status/index.ts: .where("organization_id", "=", organizationId) (2)':
    'partners of the organization',
  'money/payable/payable.ts: visibleTo(viewer, "a")': 'sums by partner, joined to visible cards',
  'money/payout-methods/shared-requisites.ts: organization_id = ${organizationId}':
    'partners, joined to those of the organization',
  'money/payout-methods/shared-requisites.ts: x.organization_id = ${organizationId}':
    'partners, joined to those of the organization',
  'money/payout-methods/shared-requisites.ts: p.organization_id = ${organizationId}':
    'partners, joined to those of the organization',
  'money/payout-methods/shared-requisites.ts: organization_id = ${organizationId} (2)':
    'partners, joined to those of the organization',
  'money/payout-methods/shared-requisites.ts: organization_id = ${organizationId} (3)':
    'partners, joined to those of the organization',
  'money/payout-methods/shared-requisites.ts: organization_id = ${organizationId} (4)':
    'partners, joined to those of the organization',
  'money/payout-methods/shared-requisites.ts: organization_id = ${organizationId} (5)':
    'partners, joined to those of the organization',
  'money/payout-methods/shared-requisites.ts: x.organization_id = ${organizationId} (2)':
    'partners found in the organization',
  'money/payout-methods/shared-requisites.ts: y.organization_id = ${organizationId}':
    'partners found in the organization',
  'money/payout-methods/shared-requisites.ts: p.organization_id = ${organizationId} (2)':
    'partners found in the organization',
  'money/payout-methods/shared-requisites.ts: d.organization_id = ${organizationId}':
    'a key with ids of partners of the organization',
  'insights/home/tasks/organization-tasks.ts: organization_id = ${organizationId}':
    'applications, joined to programs of the organization',
  'insights/home/tasks/organization-tasks.ts: organization_id = ${organizationId} (2)':
    'enrollments, joined to programs of the organization',
  'insights/home/tasks/organization-tasks.ts: p.organization_id = ${organizationId}':
    'programs of applications and enrollments of the organization',
  'insights/home/tasks/document-tasks.ts: a.organization_id = ${organizationId}':
    'months of acts, joined to payments of the organization',
};
const nameOf = ({ file, code }: Site) => `${file}: ${code}`;

function whyUnnoticed(site: Site): string {
  // The test above shows that the guard checks the same.
  if (/^platform\/http\/(viewer|guard)/.test(site.file)) return 'second line';
  // An earlier query checked the row, or a joined row is checked.
  if (site.isSecond || nameOf(site) in SECOND_CONDITIONS) return 'second condition';
  return examined.reaches(site.id) ? 'unnoticed' : 'not come by';
}
