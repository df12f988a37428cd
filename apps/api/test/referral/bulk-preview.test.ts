import type { Lead, LeadBulkResult, Page } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const TIERED = {
  kind: 'tiered',
  tiers: [
    { from: 0, fixed_kop: 100_000 },
    { from: 1, fixed_kop: 300_000 },
  ],
};
const ON_QUALIFIED = { reward_event: 'lead_qualified', reward: { kind: 'fixed', fixed_kop: 300_000 } };

const bulk = async (body: object) =>
  ok<LeadBulkResult>(await world.boss.post(`${api}/leads/bulk-transition/`, body));
const statusOf = async (id: string) => ok<Lead>(await world.boss.get(`${api}/leads/${id}/`)).status;
const accrued = async (partner: string) =>
  ok<Page<{ amount_kop: number; status: string }>>(
    await world.boss.get(`${api}/accruals/?partner=${partner}`),
  ).results.filter(({ status }) => status !== 'canceled');

async function leadsOf(terms: object, ...counts: number[]) {
  const program = await world.program(terms);
  const partners: string[] = [];
  const ids: string[] = [];
  for (const count of counts) {
    const { id } = await world.invited();
    partners.push(id);
    await world.enroll(program.id, id);
    for (let index = 0; index < count; index += 1)
      ids.push((await world.lead(program.id, { partner: id })).id);
  }
  return { program, partners, ids };
}

test('a dry run returns the sum and the number of partners of a real run and changes nothing', async () => {
  const { partners, ids } = await leadsOf(ON_QUALIFIED, 2, 1, 1);
  const preview = await bulk({ ids, to: 'qualified', dry_run: true });
  expect(preview).toMatchObject({
    moved: 4,
    effect: { accrued: { sum_kop: 1_200_000, partners: 3 }, withdrawn: { sum_kop: 0, partners: 0 } },
  });
  expect(await statusOf(ids[0] ?? '')).toBe('new');
  expect(await accrued(partners[0] ?? '')).toEqual([]);

  expect(await bulk({ ids, to: 'qualified' })).toMatchObject({ moved: 4, effect: null });
  expect((await accrued(partners[0] ?? '')).map(({ amount_kop }) => amount_kop)).toEqual([300_000, 300_000]);
});

test('a dry run counts tiers across the leads as a real run does, and lists the leads that cannot move', async () => {
  const { partners, ids } = await leadsOf({ ...ON_QUALIFIED, reward: TIERED }, 3);
  ok(
    await world.boss.post(`${api}/leads/${ids[2]}/transition/`, {
      to: 'rejected',
      reason_code: 'spam',
      version: 1,
    }),
  );
  const preview = await bulk({ ids, to: 'qualified', dry_run: true });
  expect(preview.effect?.accrued).toEqual({ sum_kop: 400_000, partners: 1 });
  expect(preview.refused.map(({ id }) => id)).toEqual([ids[2]]);
  await bulk({ ids, to: 'qualified' });
  const sum = (await accrued(partners[0] ?? '')).reduce((total, { amount_kop }) => total + amount_kop, 0);
  expect(sum).toBe(400_000);
});

test('a dry run of a rejection returns the withdrawn sum before a reason is selected', async () => {
  const { ids } = await leadsOf(ON_QUALIFIED, 1, 1);
  await bulk({ ids, to: 'qualified' });
  expect((await bulk({ ids, to: 'rejected', dry_run: true })).effect).toEqual({
    accrued: { sum_kop: 0, partners: 0 },
    withdrawn: { sum_kop: 600_000, partners: 2 },
  });
  expect(await statusOf(ids[0] ?? '')).toBe('qualified');
});

test('an undo of a bulk transition skips leads that have changed since', async () => {
  const { partners, ids } = await leadsOf(ON_QUALIFIED, 2);
  const { changed } = await bulk({ ids, to: 'qualified' });
  expect(changed).toEqual(ids.map((id) => ({ id, from: 'new', version: 2 })));
  ok(await world.boss.patch(`${api}/leads/${ids[1]}/`, { company: 'Ромашка', version: 2 }));
  const leads = changed.map(({ id, version }) => ({ id, version }));
  const result = ok(await world.boss.post(`${api}/leads/undo-transition/`, { leads }));
  expect(result).toMatchObject({ undone: [ids[0]], refused: [{ id: ids[1] }] });
  expect(await statusOf(ids[0] ?? '')).toBe('new');
  expect(await accrued(partners[0] ?? '')).toHaveLength(1);
});

test('a bulk transition with an expected status skips leads in another one', async () => {
  const { partners, ids } = await leadsOf(ON_QUALIFIED, 2);
  await bulk({ ids, to: 'in_progress' });
  const { changed } = await bulk({ ids, to: 'qualified' });
  expect(changed).toEqual(ids.map((id) => ({ id, from: 'in_progress', version: 3 })));
  ok(
    await world.boss.post(`${api}/leads/${ids[1]}/transition/`, {
      to: 'won',
      deal_amount_kop: 1,
      version: 3,
    }),
  );
  const preview = await bulk({
    ids,
    from: 'qualified',
    to: 'in_progress',
    reason_comment: 'Перемещение отменено',
  });
  expect(preview).toMatchObject({ moved: 1, refused: [{ id: ids[1] }] });
  expect(await accrued(partners[0] ?? '')).toHaveLength(1);
});
