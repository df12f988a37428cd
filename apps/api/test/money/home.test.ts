import type {
  Accrual,
  HomeBalances,
  HomeStart,
  OrganizationTask,
  Page,
  PartnerTask,
  Payment,
  PayoutTotals,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setStatus } from '../setup/force.ts';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.server.setClock(new Date('2028-02-27T20:30:00Z')));
afterAll(() => world.stop());

const tasks = async <Task = OrganizationTask>(caller: Caller) =>
  ok<{ results: Task[] }>(await caller.get('/api/home/tasks/')).results;
const balances = async (caller: Caller) => ok<HomeBalances>(await caller.get('/api/home/balance/')).results;
const bonus = async (boss: Caller, partner: string, amount_kop: number) =>
  ok<Accrual>(
    await boss.post(`${api}/accruals/`, { partner, kind: 'bonus', amount_kop, explanation: 'За старание' }),
  );
const confirm = async (boss: Caller, id: string) =>
  ok(await boss.post(`${api}/leads/${id}/transition/`, { to: 'qualified', version: 1 }));
const method = async (boss: Caller, partner: string) =>
  ok(
    await boss.post(`${api}/partners/${partner}/payout-methods/`, {
      kind: 'sbp',
      phone: '+79161112233',
      bank: 'Т-Банк',
    }),
  );

describe('the tasks of an organization', () => {
  test('are empty at first', async () => {
    expect(await tasks(await world.organization())).toEqual([]);
  });

  test('are sorted by urgency, each with its count and sum', async () => {
    const boss = await world.organization();
    const ends_at = new Date(world.server.now().getTime() + 7 * DAY * 1000).toISOString();
    const full = await world.program({ budget_kop: 50_000, hold_days: 0, ends_at }, boss);
    const near = await world.program({ budget_kop: 55_000, hold_days: 0 }, boss);
    const { card } = await world.partner({}, boss);
    const { card: other } = await world.partner({}, boss);
    const pendingPartner = await world.invited({}, boss);
    for (const { id } of [full, near]) await world.enroll(id, card.id, boss);
    await world.enroll(near.id, pendingPartner.id, boss);
    for (const { id } of [full, near])
      await confirm(boss, (await world.lead(id, { partner: card.id }, boss)).id);

    const oldest_at = world.server.now().toISOString();
    await world.lead(near.id, {}, boss);
    world.server.advance(HOUR);
    await world.lead(near.id, {}, boss);

    await setStatus(world.server, 'partners', pendingPartner.id, 'pending');
    await world.server.db
      .updateTable('enrollments')
      .set({ status: 'pending' })
      .where('partner_id', '=', pendingPartner.id)
      .execute();
    const { id } = await bonus(boss, other.id, 700);
    ok(await boss.post(`${api}/accruals/${id}/review/`, { reason: 'Проверим' }));
    await bonus(boss, other.id, 99_999);

    const labelOf = (program: { id: string; name: string }) => ({
      count: 1,
      programs: [{ id: program.id, name: program.name }],
    });
    expect(await tasks(boss)).toEqual([
      { kind: 'new_leads', count: 2, oldest_at },
      {
        kind: 'pending_partners',
        ...labelOf(near),
        partner: { id: pendingPartner.id, name: pendingPartner.name },
      },
      { kind: 'accruals_in_review', count: 1, sum_kop: 700 },
      // The second partner is one kopeck below the minimum: no separate task, but counted as on the payments page.
      { kind: 'ready_to_pay', count: 0, sum_kop: 0, blocked: 2 },
      { kind: 'budget_exhausted', ...labelOf(full) },
      { kind: 'budget_near', ...labelOf(near) },
      { kind: 'programs_ending', ...labelOf(full) },
    ]);
    // An accountant moves no leads and changes no programs.
    const accountant = await world.employee('accountant', boss);
    expect((await tasks(accountant)).map(({ kind }) => kind)).toEqual(['accruals_in_review', 'ready_to_pay']);
  });

  test('follow a payment from requested to paid', async () => {
    const boss = await world.organization();
    const { card, caller } = await world.partner({}, boss);
    await bonus(boss, card.id, 300_000);
    await method(boss, card.id);
    world.server.advance(DAY);
    expect(await tasks(boss)).toEqual([{ kind: 'ready_to_pay', count: 1, sum_kop: 300_000, blocked: 0 }]);

    const { id } = ok<Payment>(await caller.post(`${api}/payments/request/`, { partner: card.id }));
    const move = async (word: string, body: object = {}) =>
      ok(
        word === 'approve'
          ? await approve(boss, `${api}/payments/${id}/`)
          : await boss.post(`${api}/payments/${id}/${word}/`, body),
      );
    const waits = (kind: string) => [{ kind, count: 1, sum_kop: 300_000 }];
    expect(await tasks(boss)).toEqual(waits('payments_requested'));
    await move('accept');
    expect(await tasks(boss)).toEqual(waits('payments_draft'));
    await move('approve');
    expect(await tasks(boss)).toEqual(waits('payments_approved'));
    await move('process');
    expect(await tasks(boss)).toEqual(waits('payments_approved'));
    await move('mark-failed', { reason: 'Счет закрыт' });
    expect(await tasks(boss)).toEqual(waits('payments_failed'));
    await move('retry');
    await move('mark-paid', { paid_on: '2028-02-28', external_ref: 'ПП 1' });
    expect(await tasks(boss)).toEqual([]);
  });
});

describe('the tasks of a partner', () => {
  const codes = async (caller: Caller) =>
    (await tasks<PartnerTask>(caller)).map((task) =>
      task.kind === 'blocker' ? task.blocker.code : task.kind,
    );

  test('list everything that blocks payments to the partner', async () => {
    const boss = await world.organization();
    const { card, caller } = await world.partner({}, boss);
    expect(await codes(caller)).toEqual(['no_method']);
    await method(boss, card.id);
    expect(await codes(caller)).toEqual(['method_changed']);
    world.server.advance(DAY);
    expect(await codes(caller)).toEqual([]);
    await bonus(boss, card.id, 99_999);
    expect(await tasks(caller)).toEqual([
      {
        kind: 'blocker',
        organization: expect.anything(),
        partner: { id: card.id, name: card.name },
        blocker: { code: 'below_minimum', detail: expect.stringMatching(/не хватает 0,01/) },
      },
    ]);
    await bonus(boss, card.id, 1);
    expect(await codes(caller)).toEqual([]);
  });

  test('start with invitations to programs', async () => {
    const boss = await world.organization();
    const { card, caller } = await world.partner({}, boss);
    const { id, name } = await world.program({}, boss);
    await world.enroll(id, card.id, boss);
    await world.server.db
      .updateTable('enrollments')
      .set({ status: 'invited' })
      .where('partner_id', '=', card.id)
      .execute();
    const [first] = await tasks<PartnerTask>(caller);
    expect(first).toEqual({ kind: 'invitation', organization: expect.anything(), program: { id, name } });
  });
});

describe('the balance of a partner', () => {
  test('follows a reward from its hold to the transfer without waiting for the background job', async () => {
    const boss = await world.organization();
    const program = await world.program({ hold_days: 2 }, boss);
    const { card, caller } = await world.partner({}, boss);
    await world.enroll(program.id, card.id, boss);
    const reward = async () => confirm(boss, (await world.lead(program.id, { partner: card.id }, boss)).id);
    await reward();
    await reward();
    world.server.advance(HOUR);
    await reward();

    const empty = { hold_kop: 0, review_kop: 0, available_kop: 0, reserved_kop: 0, paid_kop: 0 };
    const start = { earned_kop: 150_000, ...empty, minimum_kop: 100_000, request: null };
    const [balance] = await balances(caller);
    expect(balance).toMatchObject({
      ...start,
      hold_kop: 150_000,
      missing_kop: 100_000,
      partner: { id: card.id, name: card.name },
      // It is 23:30 in Moscow, and the third one is on the next day there.
      releases: {
        next: [
          { date: '2028-02-29', amount_kop: 100_000 },
          { date: '2028-03-01', amount_kop: 50_000 },
        ],
        later_kop: 0,
      },
    });
    for (const viewer of [caller, boss])
      expect(ok(await viewer.get(`${api}/accruals/counts/`))).toMatchObject({
        next_release: { date: '2028-02-29', amount_kop: 100_000 },
      });
    expect(balance?.blockers.map(({ code }) => code)).toEqual(['no_method', 'below_minimum']);

    world.server.setClock(new Date('2028-02-29T20:30:00Z'));
    expect((await balances(caller))[0]).toMatchObject({
      ...start,
      available_kop: 100_000,
      hold_kop: 50_000,
      missing_kop: 0,
      releases: { next: [{ date: '2028-03-01', amount_kop: 50_000 }], later_kop: 0 },
    });

    world.server.advance(HOUR);
    await method(boss, card.id);
    const { id, number } = ok<Payment>(await caller.post(`${api}/payments/request/`, { partner: card.id }));
    const request = { id, number, status: 'requested', amount_kop: 150_000 };
    expect((await balances(caller))[0]).toMatchObject({
      ...start,
      reserved_kop: 150_000,
      missing_kop: 100_000,
      releases: { next: [], later_kop: 0 },
      request,
    });

    world.server.advance(DAY);
    ok(await boss.post(`${api}/payments/${id}/accept/`));
    ok(await approve(boss, `${api}/payments/${id}/`));
    const paid = { paid_on: '2028-03-01', external_ref: 'ПП 1' };
    ok(await boss.post(`${api}/payments/${id}/mark-paid/`, paid));
    expect((await balances(caller))[0]).toMatchObject({
      ...start,
      paid_kop: 150_000,
      releases: { next: [], later_kop: 0 },
    });
  });

  test('shows seven release dates and the sum of later ones, which add up to the accruals on hold', async () => {
    const boss = await world.organization();
    const { card, caller } = await world.partner({}, boss);
    const { card: other, caller: otherCaller } = await world.partner({}, boss);
    for (const hold_days of [2, 4, 6, 8, 10, 12, 14, 16, 18]) {
      const program = await world.program({ hold_days }, boss);
      for (const { id } of [card, other]) await world.enroll(program.id, id, boss);
      await confirm(boss, (await world.lead(program.id, { partner: card.id }, boss)).id);
      if (hold_days === 4)
        await confirm(boss, (await world.lead(program.id, { partner: other.id }, boss)).id);
    }
    const release = (date: string, amount_kop = 50_000) => ({ date, amount_kop });
    const nextDates = ['2028-03-04', '2028-03-06', '2028-03-08', '2028-03-10', '2028-03-12'].map((date) =>
      release(date),
    );
    const [balance] = await balances(caller);
    expect(balance?.releases).toEqual({
      next: [release('2028-02-29'), release('2028-03-02'), ...nextDates],
      later_kop: 100_000,
    });
    expect((await balances(otherCaller))[0]?.releases).toEqual({
      next: [release('2028-03-02')],
      later_kop: 0,
    });
    const totals = ok<PayoutTotals>(await boss.get(`${api}/payments/totals/`));
    expect(totals.releases).toEqual({
      next: [release('2028-02-29'), release('2028-03-02', 100_000), ...nextDates],
      later_kop: 100_000,
    });
    for (const [viewer, hold_kop, releases] of [
      [caller, balance?.hold_kop, balance?.releases],
      [boss, totals.hold.sum_kop, totals.releases],
    ] as const) {
      const { results } = ok<Page<Accrual>>(await viewer.get(`${api}/accruals/?status=hold&page_size=100`));
      const onHold = results.reduce((sum, { amount_kop }) => sum + amount_kop, 0);
      const released = releases?.next.reduce((sum, { amount_kop }) => sum + amount_kop, releases.later_kop);
      expect([hold_kop, released]).toEqual([onHold, onHold]);
    }
    const past = ok<PayoutTotals>(await boss.get(`${api}/payments/totals/?at=2028-02-26`));
    expect(past).not.toHaveProperty('releases');
  });

  test('is returned separately for each organization of the partner', async () => {
    const [one, two] = [await world.organization(), await world.organization()];
    const { card, caller } = await world.partner({}, one);
    const second = await world.invited({ phone: card.phone }, two);
    ok(await world.accept(second.invitation.url, {}, caller));
    const stranger = await world.invited({}, two);
    await bonus(one, card.id, 100);
    await bonus(two, second.id, 20_000);
    await bonus(two, stranger.id, 3_000_000);
    expect((await balances(caller)).map(({ partner, earned_kop }) => [partner.id, earned_kop])).toEqual([
      [card.id, 100],
      [second.id, 20_000],
    ]);
    const { current } = ok<{ current: object }>(await caller.get('/api/home/summary/'));
    expect(current).toMatchObject({ rewards_kop: 20_100 });
  });
});

test('the first steps are completed one by one, each with the object of the next step', async () => {
  const boss = await world.organization();
  const steps = async () =>
    ok<HomeStart>(await boss.get('/api/home/start/')).results.map(({ step, done, id }) => [step, done, id]);
  ok(await boss.patch(`${api}/organization/`, { privacy_policy_url: '' }));
  expect(await steps()).toEqual([
    ['requisites', false, null],
    ['privacy_policy', false, null],
    ['program', false, null],
    ['partner', false, null],
    ['lead', false, null],
    ['confirmed_lead', false, null],
    ['paid_payment', false, null],
  ]);

  const about = {
    legal_name: 'ООО «Окна»',
    inn: '7707083893',
    privacy_policy_url: 'https://example.ru/privacy',
  };
  ok(await boss.patch(`${api}/organization/`, about));
  const draft = await world.draft({}, boss);
  expect((await steps()).slice(0, 3)).toEqual([
    ['requisites', true, null],
    ['privacy_policy', true, null],
    ['program', false, draft.id],
  ]);

  const program = await world.program({ hold_days: 0, reward: { kind: 'fixed', fixed_kop: 100_000 } }, boss);
  const { card } = await world.partner({}, boss);
  await world.enroll(program.id, card.id, boss);
  const lead = await world.lead(program.id, { partner: card.id }, boss);
  expect((await steps()).slice(2)).toEqual([
    ['program', true, program.id],
    ['partner', true, card.id],
    ['lead', true, lead.id],
    ['confirmed_lead', false, lead.id],
    ['paid_payment', false, null],
  ]);

  await confirm(boss, lead.id);
  await method(boss, card.id);
  world.server.advance(DAY);
  const { id } = ok<Payment>(await boss.post(`${api}/payments/`, { partner: card.id }));
  expect((await steps()).slice(5)).toEqual([
    ['confirmed_lead', true, lead.id],
    ['paid_payment', false, id],
  ]);
  ok(await approve(boss, `${api}/payments/${id}/`));
  ok(await boss.post(`${api}/payments/${id}/mark-paid/`, { paid_on: '2028-02-28', external_ref: 'ПП 1' }));
  expect((await steps())[6]).toEqual(['paid_payment', true, id]);
});
