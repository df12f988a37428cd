import type { CreatedPartner, Lead, LeadBulkResult } from '@referral-dashboard/api-contract';
import { MAX_KOP } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

/** The long form reaches the maximum with leads only. */
const { LONG = '' } = process.env;
const LEADS = LONG === '' ? 5 : 905;
const MAX_TOTAL_KOP = 8_000_000_000_000_000;
const MINUTES = 10 * 60 * 1000;
const TOO_LARGE = 'Сумма слишком велика: вместе с остальными она выходит за пределы учета. Проверьте ее.';

let world: World;
let boss: Caller;
let partner: { card: CreatedPartner; caller: Caller };
beforeAll(async () => {
  world = await createWorld();
  boss = world.boss;
  partner = (await world.partner()) as unknown as typeof partner;
});
afterAll(() => world.stop());

/** Creates leads of one partner, each with the largest reward. */
async function largestRewards(count: number): Promise<string[]> {
  const program = await world.program({ reward: { kind: 'fixed', fixed_kop: MAX_KOP } });
  const link = await world.enroll(program.id, partner.card.id);
  const leadIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    leadIds.push((await world.lead(program.id, { partner: partner.card.id })).id);
  }
  expect(link.program.id).toBe(program.id);
  return leadIds;
}

const bonus = (amount_kop: number) =>
  boss.post(`${api}/accruals/`, {
    partner: partner.card.id,
    kind: 'bonus',
    amount_kop,
    explanation: 'Бонус',
  });

/** Adds bonuses to the partner that leave the given amount below the maximum. */
async function leaveRoom(kop: number) {
  const { id } = ok<{ id: string }>(await bonus(1));
  await sql`
    insert into accruals (organization_id, id, number, partner_id, kind, amount_kop, explanation, status, created_by, created_at, updated_at)
    select organization_id, gen_random_uuid(), number + 100000, partner_id, kind, ${MAX_TOTAL_KOP - kop}, explanation, status,
      created_by, created_at, updated_at
    from accruals where id = ${id}`.execute(world.server.db);
}

const screens = () => [
  '/api/home/summary/',
  '/api/home/series/',
  '/api/home/tasks/',
  '/api/home/top/',
  '/api/referral/leads/counts/?sums=true',
  '/api/referral/leads/',
  '/api/referral/accruals/counts/',
  '/api/referral/accruals/',
  '/api/referral/payments/counts/',
  '/api/referral/payments/totals/',
  '/api/referral/payments/eligible/',
  '/api/referral/partners/',
  `${api}/partners/${partner.card.id}/`,
  `${api}/partners/${partner.card.id}/statement/?from=${world.today()}&to=${world.today()}`,
  '/api/referral/programs/',
];

test(
  'rewards above the maximum are refused with a message, and all screens still work',
  async () => {
    const ids = await largestRewards(LEADS);
    if (LEADS < 900) await leaveRoom(2.5 * MAX_KOP);
    const refusals: string[] = [];
    for (const to of ['in_progress', 'qualified'])
      for (let from = 0; from < ids.length; from += 100) {
        const part = ids.slice(from, from + 100);
        const { moved, refused } = ok<LeadBulkResult>(
          await boss.post(`${api}/leads/bulk-transition/`, { ids: part, to }),
        );
        expect(moved + refused.length).toBe(part.length);
        refusals.push(...refused.map(({ detail }) => detail));
      }
    expect(new Set(refusals)).toEqual(new Set([TOO_LARGE]));
    const { results } = ok<{ results: Lead[] }>(await boss.get(`${api}/leads/?status=qualified`));
    expect(results.length).toBeGreaterThan(0);
    for (const path of screens()) expect((await boss.get(path)).status, path).toBe(200);
    for (const path of [
      '/api/home/balance/',
      '/api/referral/accruals/counts/',
      '/api/referral/payments/counts/',
    ])
      expect((await partner.caller.get(path)).status, path).toBe(200);
  },
  MINUTES,
);

test('a deal whose reward would exceed the maximum is refused with a message', async () => {
  const reward = { kind: 'percent', percent_bps: 10_000 };
  const program = await world.program({ reward, reward_event: 'deal_won' });
  await world.enroll(program.id, partner.card.id);
  let { id, version } = await world.lead(program.id, { partner: partner.card.id });
  const move = (body: object) => boss.post(`${api}/leads/${id}/transition/`, { version, ...body });
  for (const to of ['in_progress', 'qualified']) ({ id, version } = ok<Lead>(await move({ to })));
  const response = await move({ to: 'won', deal_amount_kop: MAX_KOP });
  expect(response).toMatchObject({ status: 409, body: { detail: TOO_LARGE } });
});

test('a bonus that would exceed the maximum is refused with a message', async () => {
  const responses = [await bonus(MAX_KOP), await bonus(MAX_KOP)];
  expect(responses.map(({ status }) => status)).toEqual([409, 409]);
  expect(responses[0]?.body).toMatchObject({ detail: TOO_LARGE });
});

test('totals above the maximum from before its introduction are shown and can be reduced', async () => {
  await world.server.db.transaction().execute(async (trx) => {
    await sql`alter table partner_balances disable trigger partner_balances_limit`.execute(trx);
    await sql`update partner_balances set review_kop = 9200000000000000000`.execute(trx);
    await sql`alter table partner_balances enable trigger partner_balances_limit`.execute(trx);
  });
  expect((await boss.get(`${api}/payments/totals/`)).status).toBe(200);
  expect((await boss.get(`${api}/partners/${partner.card.id}/`)).status).toBe(200);
  await sql`update partner_balances set review_kop = 9100000000000000000`.execute(world.server.db);
});
