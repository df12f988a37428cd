import type { Accrual, Enrollment, Lead, Message, Page } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const ON_QUALIFIED = {
  reward_event: 'lead_qualified',
  reward: { kind: 'fixed', fixed_kop: 300_000 },
  hold_days: 0,
};
const ON_WON = { reward_event: 'deal_won', reward: { kind: 'percent', percent_bps: 1000 }, hold_days: 0 };
const TIERED = {
  ...ON_QUALIFIED,
  reward: {
    kind: 'tiered',
    tiers: [
      { from: 0, fixed_kop: 100_000 },
      { from: 1, fixed_kop: 300_000 },
    ],
  },
};

/** Creates a program with two partners and a lead of the first one. */
async function scene(terms: object) {
  const program = await world.program(terms);
  const [first, second] = [await world.partner(), await world.partner()];
  await world.enroll(program.id, first.card.id);
  await world.enroll(program.id, second.card.id);
  const { id } = await world.lead(program.id, { partner: first.card.id });
  return { program, first, second, id };
}

const read = async (id: string, by: Caller = world.boss) => ok<Lead>(await by.get(`${api}/leads/${id}/`));
const move = async (id: string, to: string, more: object = {}) => {
  const { version } = await read(id);
  return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { to, version, ...more }));
};
const transfer = async (id: string, partner: string, more: object = {}) => {
  const { version } = await read(id);
  return world.boss.post(`${api}/leads/${id}/transfer/`, {
    partner,
    reason: 'Привел другой',
    version,
    ...more,
  });
};
/** Puts a partner into a group that pays for qualified leads. */
const payForQualified = async (program: string, partner: string) => {
  const group = ok<{ id: string }>(
    await world.boss.post(`${api}/programs/${program}/groups/`, { name: 'Золото', ...ON_QUALIFIED }),
  );
  const { results } = ok<Page<Enrollment>>(await world.boss.get(`${api}/programs/${program}/enrollments/`));
  const ids = results.filter((one) => one.partner.id === partner).map((one) => one.id);
  ok(await world.boss.post(`${api}/programs/${program}/groups/assign/`, { group: group.id, ids }));
};
/** Returns the amounts of a partner's live accruals. */
const earned = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}&ordering=number`))
    .results.filter(({ status }) => status !== 'canceled')
    .map(({ amount_kop }) => amount_kop);
const messagesOf = async (by: Caller) =>
  ok<Page<Message>>(await by.get('/api/messages/')).results.map(({ title }) => title);

describe('a transferred lead', () => {
  test('earns for its new partner from then on, and both partners and the history show this', async () => {
    const { first, second, id } = await scene(ON_QUALIFIED);
    const lead = ok<Lead>(await transfer(id, second.card.id));
    expect(lead).toMatchObject({ partner: { id: second.card.id }, earned_by: null, status: 'new' });
    await move(id, 'qualified');
    expect(await earned(first.card.id)).toEqual([]);
    expect(await earned(second.card.id)).toEqual([300_000]);

    expect((await messagesOf(first.caller))[0]).toBe(`Лид ${lead.number} передан`);
    expect(await messagesOf(second.caller)).toContain(`Вам передан лид ${lead.number}`);
    const { results } = ok<{ results: object[] }>(await world.boss.get(`${api}/leads/${id}/history/`));
    expect(results[1]).toMatchObject({
      is_transfer: true,
      transfer: { from: { id: first.card.id }, to: { id: second.card.id } },
      comment: 'Привел другой',
    });
    const journal = ok<Page<{ title: string; reason: string; changes: object[] }>>(
      await world.boss.get(`${api}/journal/?object=${id}`),
    ).results.find(({ title }) => title === 'Лид передан другому партнеру');
    expect(journal).toMatchObject({ reason: 'Привел другой', changes: [{ field: 'Партнер' }] });
  });

  test('is visible only to its new partner, without the reward of the former one', async () => {
    const { first, second, id } = await scene(ON_QUALIFIED);
    await move(id, 'qualified');
    const lead = ok<Lead>(await transfer(id, second.card.id));
    expect(lead).toMatchObject({ earned_by: { id: first.card.id }, reward: { amount_kop: 300_000 } });
    expect((await first.caller.get(`${api}/leads/${id}/`)).status).toBe(404);
    expect((await read(id, second.caller)).reward).toBeNull();
    const { sums } = ok<{ sums: { qualified: number } }>(
      await second.caller.get(`${api}/leads/counts/?sums=true`),
    );
    expect(sums.qualified).toBe(0);
    const history = ok<{ results: object[] }>(await second.caller.get(`${api}/leads/${id}/history/`));
    expect(JSON.stringify(history)).not.toContain(first.card.id);
    expect(history.results.at(-1)).toMatchObject({ is_transfer: true });
  });

  test('leaves its reward with the former partner, and the claim follows later changes of the deal', async () => {
    const { first, second, id } = await scene(ON_WON);
    await move(id, 'in_progress');
    await move(id, 'won', { deal_amount_kop: 1_000_000 });
    ok(await transfer(id, second.card.id));
    expect(await earned(first.card.id)).toEqual([100_000]);
    const { version } = await read(id);
    ok(await world.boss.patch(`${api}/leads/${id}/`, { version, deal_amount_kop: 1_500_000 }));
    expect(await earned(first.card.id)).toEqual([100_000, 50_000]);
    expect(await earned(second.card.id)).toEqual([]);
  });

  test('reverses a lost reward of the former partner and earns the next one for the new partner', async () => {
    const { first, second, id } = await scene(ON_QUALIFIED);
    await move(id, 'qualified');
    ok(await transfer(id, second.card.id));
    await move(id, 'lost', { reason_code: 'refused' });
    expect(await earned(first.card.id)).toEqual([]);
    expect((await read(id)).earned_by).toBeNull();
    await move(id, 'in_progress', { reason_comment: 'Передумал' });
    await move(id, 'qualified');
    expect(await earned(first.card.id)).toEqual([]);
    expect(await earned(second.card.id)).toEqual([300_000]);
  });

  test('leaves a debt with the former partner when a paid reward is lost, and never pays it to both', async () => {
    const { first, second, id } = await scene(ON_QUALIFIED);
    const account = { kind: 'sbp', phone: world.phone(), bank: 'Т-Банк' };
    ok(await first.caller.post(`${api}/partners/${first.card.id}/payout-methods/`, account));
    world.server.advance(2 * 24 * 60 * 60);
    await move(id, 'qualified');
    const payment = ok<{ id: string; version: number }>(
      await world.boss.post(`${api}/payments/`, { partner: first.card.id }),
    );
    ok(await world.boss.post(`${api}/payments/${payment.id}/approve/`, { version: payment.version }));
    ok(await transfer(id, second.card.id));
    await move(id, 'lost', { reason_code: 'refund' });
    expect(await earned(first.card.id)).toEqual([300_000, -300_000]);
    await move(id, 'in_progress', { reason_comment: 'Вернулся' });
    await move(id, 'qualified');
    expect(await earned(first.card.id)).toEqual([300_000, -300_000]);
    expect(await earned(second.card.id)).toEqual([300_000]);
    // The closed accruals of the former partner cannot be changed.
    const [reward] = ok<Page<Accrual>>(
      await world.boss.get(`${api}/accruals/?partner=${first.card.id}&kind=reward`),
    ).results;
    expect(await world.boss.post(`${api}/accruals/${reward?.id}/cancel/`, { reason: 'Так' })).toMatchObject({
      status: 409,
      body: { code: 'part_of_reward' },
    });
  });

  test('keeps a reward that was cancelled manually cancelled, until the lead earns again', async () => {
    const { first, second, id } = await scene(ON_QUALIFIED);
    await move(id, 'qualified');
    const [reward] = ok<Page<Accrual>>(
      await world.boss.get(`${api}/accruals/?partner=${first.card.id}`),
    ).results;
    ok(await world.boss.post(`${api}/accruals/${reward?.id}/cancel/`, { reason: 'Ошибка' }));
    ok(await transfer(id, second.card.id));
    await move(id, 'won', { deal_amount_kop: 100 });
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([[], []]);
    await move(id, 'lost', { reason_code: 'refused' });
    await move(id, 'in_progress', { reason_comment: 'Передумал' });
    await move(id, 'qualified');
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([[], [300_000]]);
  });

  test('earns at once for a new partner whose group pays for an earlier event', async () => {
    const { program, first, second, id } = await scene(ON_WON);
    await payForQualified(program.id, second.card.id);
    await move(id, 'qualified');
    expect(ok<Lead>(await transfer(id, second.card.id))).toMatchObject({ earned_by: null });
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([[], [300_000]]);
  });

  test('earns for this partner after the deal of the former partner was undone', async () => {
    const { program, first, second, id } = await scene(ON_WON);
    await payForQualified(program.id, second.card.id);
    await move(id, 'qualified');
    const { version } = await move(id, 'won', { deal_amount_kop: 1_000_000 });
    ok(await world.boss.post(`${api}/leads/undo-transition/`, { leads: [{ id, version }] }));
    expect(ok<Lead>(await transfer(id, second.card.id))).toMatchObject({ earned_by: null });
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([[], [300_000]]);
    await move(id, 'won', { deal_amount_kop: 1_000_000 });
    expect([await earned(first.card.id), await earned(second.card.id)]).toEqual([[], [300_000]]);
  });

  test('counts in the tiers of the partner who earned its reward', async () => {
    const { program, first, second, id } = await scene(TIERED);
    await move(id, 'qualified');
    ok(await transfer(id, second.card.id));
    for (const partner of [first, second])
      await move((await world.lead(program.id, { partner: partner.card.id })).id, 'qualified');
    expect(await earned(first.card.id)).toEqual([100_000, 300_000]);
    expect(await earned(second.card.id)).toEqual([100_000]);
  });

  test('earns immediately for its first partner when it had none', async () => {
    const { program, second } = await scene(ON_QUALIFIED);
    const { id } = await world.lead(program.id);
    await move(id, 'qualified');
    ok(await transfer(id, second.card.id));
    expect(await earned(second.card.id)).toEqual([300_000]);
  });

  test('can be transferred only to another active partner of the program, from its current version and with a reason', async () => {
    const { first, second, id } = await scene(ON_QUALIFIED);
    const stranger = await world.invited();
    expect((await transfer(id, first.card.id)).body).toEqual({ partner: ['Лид уже у этого партнера.'] });
    expect((await transfer(id, stranger.id)).body).toEqual({
      partner: ['Партнер не участвует в этой программе.'],
    });
    expect((await transfer(id, second.card.id, { reason: ' ' })).status).toBe(400);
    expect(await transfer(id, second.card.id, { version: 7 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
    ok(await world.boss.post(`${api}/partners/${second.card.id}/block/`, { reason: 'Проверка' }));
    expect((await transfer(id, second.card.id)).status).toBe(400);
  });

  test('keeps its link for the organization and hides it from the new partner', async () => {
    const { program, first, second } = await scene(ON_QUALIFIED);
    const links = ok<{ results: { code: string }[] }>(
      await world.boss.get(`${api}/partners/${first.card.id}/links/`),
    ).results;
    const phone = world.phone();
    ok(
      await world.anonymous.post(`/api/public/ref/${links[0]?.code}/leads/`, {
        name: 'Иван',
        phone,
        consent: true,
      }),
    );
    const [lead] = ok<Page<Lead>>(
      await world.boss.get(`${api}/leads/?program=${program.id}&source=public_form`),
    ).results;
    const transferred = ok<Lead>(await transfer(lead?.id ?? '', second.card.id));
    expect(transferred.link?.code).toBe(links[0]?.code);
    expect((await read(transferred.id, second.caller)).link).toBeNull();
  });
});
