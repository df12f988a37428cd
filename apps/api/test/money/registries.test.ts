import type { Payment, PayoutTotals, Registry, RegistryLine } from '@referral-dashboard/api-contract';
import { describe, expect, test } from 'vitest';
import { ACCOUNT, organizationForEachTest, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
organizationForEachTest((fixture) => {
  ({ world, boss, money } = fixture);
});

const linesOf = async ({ id }: Pick<Registry, 'id'>) =>
  ok<{ results: RegistryLine[] }>(await boss.get(`${REGISTRIES}${id}/payments/?page_size=100`)).results;
const paymentOf = async (id: string) => ok<Payment>(await boss.get(`${api}/payments/${id}/`));
const get = async ({ id }: Pick<Registry, 'id'>) => ok<Registry>(await boss.get(`${REGISTRIES}${id}/`));
const today = () => world.today();

/** Creates a registry with one SBP payment per amount. */
async function formed(...sums: number[]) {
  for (const sum of sums) await money.payable(sum);
  money.ready();
  const { results } = await money.form();
  return results[0] as Registry;
}

describe('creating registries', () => {
  test('creates one registry per payout method and lists the skipped partners', async () => {
    await money.payable(500_000);
    await money.payable(300_000, { method: ACCOUNT });
    const { card } = await world.partner({}, boss);
    await money.give(card.id, 400_000);
    money.ready();
    const { results, skipped } = await money.form();
    expect(results.map(({ kind, payments, amount_kop }) => [kind, payments, amount_kop])).toEqual([
      ['sbp', 1, 500_000],
      ['bank_account', 1, 300_000],
    ]);
    expect(skipped).toEqual([{ name: card.name, detail: 'Не указано, куда платить.' }]);
  });

  test('refuses a payment that is in another open registry', async () => {
    const registry = await formed(500_000);
    const [line] = await linesOf(registry);
    const again = await boss.post(REGISTRIES, { payments: [line?.payment.id] });
    expect(again).toMatchObject({ status: 409, body: { code: 'blocked' } });
    ok(await money.step(registry, 'cancel', { reason: 'Передумали' }));
    const { results } = await money.form({ payments: [line?.payment.id] });
    expect(results[0]).toMatchObject({ payments: 1, status: 'draft' });
    expect(await get(registry)).toMatchObject({ status: 'canceled', payments: 0 });
  });

  test('is refused with the reasons when no partner can be paid', async () => {
    const { card } = await world.partner({}, boss);
    await money.give(card.id, 400_000);
    const response = await boss.post(REGISTRIES, { all: true });
    expect(response).toMatchObject({ status: 409, body: { code: 'blocked' } });
    expect(JSON.stringify(response.body)).toContain('Не указано, куда платить');
    expect(await boss.post(REGISTRIES, {})).toMatchObject({ status: 400 });
  });

  test('runs once for two requests with one key', async () => {
    await money.payable(500_000);
    money.ready();
    const key = { 'idempotency-key': 'registry-1' };
    const first = await boss.post(REGISTRIES, { all: true }, key);
    const second = await boss.post(REGISTRIES, { all: true }, key);
    expect(second.body).toEqual(first.body);
    const stored = await world.server.db
      .selectFrom('idempotency_keys')
      .select('response')
      .where('key', '=', 'registry-1')
      .execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/last_name|phone/);
    expect(ok<{ results: unknown[] }>(await boss.get(REGISTRIES)).results).toHaveLength(1);
  });
});

describe('approval of a registry', () => {
  test('approves all payments at once', async () => {
    const registry = await formed(500_000, 300_000);
    expect(ok<Registry>(await money.step(registry, 'approve'))).toMatchObject({
      status: 'approved',
      amount_kop: 800_000,
    });
    for (const { payment } of await linesOf(registry)) expect(payment.status).toBe('approved');
  });

  test('approves no payment when one is blocked, and names all blockers at once', async () => {
    const registry = await formed(500_000, 300_000, 200_000);
    const [first, second] = await linesOf(registry);
    ok(await boss.post(`${api}/partners/${first?.payment.partner.id}/block/`, { reason: 'Проверка' }));
    await money.method(second?.payment.partner.id ?? '', ACCOUNT);
    const methods = ok<{ results: { id: string; kind: string }[] }>(
      await boss.get(`${api}/partners/${second?.payment.partner.id}/payout-methods/`),
    ).results;
    ok(
      await boss.post(
        `${api}/payout-methods/${methods.find(({ kind }) => kind === 'bank_account')?.id}/default/`,
      ),
    );
    const response = await money.step(registry, 'approve');
    expect(response).toMatchObject({ status: 409, body: { code: 'blocked' } });
    const bodyText = JSON.stringify(response.body);
    expect(bodyText).toContain('Партнер не активен');
    expect(bodyText).toContain('Реквизиты партнера изменились');
    for (const { payment } of await linesOf(registry)) expect(payment.status).toBe('draft');
    expect(await get(registry)).toMatchObject({ status: 'draft' });
  });

  test('is refused after an amount changed, until that payment is removed', async () => {
    const program = await world.program({}, boss);
    const { card } = await world.partner({}, boss);
    const link = await world.enroll(program.id, card.id, boss);
    const lead = await world.lead(program.id, { link: link.id, partner: card.id }, boss);
    const qualified = ok<{ version: number }>(
      await boss.post(`${api}/leads/${lead.id}/transition/`, { to: 'qualified', version: lead.version }),
    );
    await money.give(card.id, 300_000);
    await money.method(card.id, { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' });
    const other = await money.payable(100_000);
    world.server.advance(60 * 24 * 60 * 60);
    const { results } = await money.form();
    const registry = results[0] as Registry;
    const before = (await linesOf(registry)).find(({ payment }) => payment.partner.id === card.id);
    ok(
      await boss.post(`${api}/leads/${lead.id}/transition/`, {
        to: 'rejected',
        version: qualified.version,
        reason_code: 'no_answer',
      }),
    );
    const line = (await linesOf(registry)).find(({ payment }) => payment.partner.id === card.id);
    expect(line?.changes).toHaveLength(1);
    expect(line?.changes[0]).toMatch(/Сумма была .* стала/);
    expect(await money.step(registry, 'approve')).toMatchObject({ status: 409 });
    ok(await money.step(registry, 'remove', { payments: [before?.payment.id] }));
    expect(ok<Registry>(await money.step(registry, 'approve'))).toMatchObject({
      status: 'approved',
      payments: 1,
      amount_kop: 100_000,
    });
    expect((await paymentOf(before?.payment.id ?? '')).status).toBe('draft');
    expect(other.id).not.toBe(card.id);
  });

  test('is refused to the author when the organization requires a second approver', async () => {
    const registry = await formed(500_000);
    ok(await boss.patch(`${api}/organization/`, { four_eyes: true }));
    const response = await money.step(registry, 'approve');
    expect(response).toMatchObject({ status: 409 });
    expect(JSON.stringify(response.body)).toContain('утвердить должен другой сотрудник');
  });

  test('is refused for an outdated version', async () => {
    const registry = await formed(500_000);
    expect(await money.step(registry, 'approve', { version: 7 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
  });
});

describe('results of payments', () => {
  test('entered in bulk close the registry', async () => {
    const registry = await formed(500_000, 300_000);
    ok(await money.step(registry, 'approve'));
    ok(await money.step(registry, 'send'));
    for (const { payment } of await linesOf(registry)) expect(payment.status).toBe('processing');
    const paid = { paid_on: today(), external_ref: 'Реестр 12' };
    expect(ok<Registry>(await money.step(registry, 'mark-paid', paid))).toMatchObject({
      status: 'closed',
      lines: { paid: { count: 2, amount_kop: 800_000 }, open: { count: 0 } },
    });
    for (const { payment } of await linesOf(registry))
      expect(payment).toMatchObject({ status: 'paid', external_ref: 'Реестр 12' });
    expect(await money.step(registry, 'mark-paid', paid)).toMatchObject({ status: 409 });
  });

  test('are entered despite blockers that appeared after the file went to the bank', async () => {
    const registry = await formed(500_000, 300_000, 200_000);
    ok(await money.step(registry, 'approve'));
    ok(await money.step(registry, 'send'));
    const lines = await linesOf(registry);
    for (const { payment } of lines)
      ok(await boss.post(`${api}/partners/${payment.partner.id}/block/`, { reason: 'Проверяем' }));
    ok(await boss.patch(`${api}/organization/`, { default_min_payout_kop: 90_000_000 }));
    const paid = { paid_on: today(), external_ref: 'Реестр 12' };
    ok(await boss.post(`${api}/payments/${lines[0]?.payment.id}/mark-paid/`, paid));
    expect(ok<Registry>(await money.step(registry, 'mark-paid', paid))).toMatchObject({
      status: 'closed',
      lines: { paid: { count: 3, amount_kop: 1_000_000 } },
    });
  });

  test('entered payment by payment close the registry, and a failed payment may go into a new one', async () => {
    const registry = await formed(500_000, 300_000);
    ok(await money.step(registry, 'approve'));
    ok(await money.step(registry, 'send'));
    const [first, second] = await linesOf(registry);
    const paid = { paid_on: today(), external_ref: 'ПП 7' };
    ok(await boss.post(`${api}/payments/${first?.payment.id}/mark-paid/`, paid));
    expect(await get(registry)).toMatchObject({ status: 'sent', lines: { open: { count: 1 } } });
    ok(await money.step(registry, 'mark-failed', { payments: [second?.payment.id], reason: 'Счет закрыт' }));
    expect(await get(registry)).toMatchObject({ status: 'closed', lines: { failed: { count: 1 } } });

    const { results } = await money.form({ payments: [second?.payment.id] });
    const next = results[0] as Registry;
    ok(await money.step(next, 'approve'));
    ok(await money.step(next, 'send'));
    ok(await money.step(next, 'mark-paid', { paid_on: today(), external_ref: 'ПП 8' }));
    expect(await get(next)).toMatchObject({ status: 'closed', amount_kop: 300_000 });
    expect(await get(registry)).toMatchObject({ lines: { failed: { count: 1, amount_kop: 300_000 } } });
  });

  test('are refused for a draft and for a payment of another registry', async () => {
    const registry = await formed(500_000);
    const paid = { paid_on: today(), external_ref: 'ПП 7' };
    expect(await money.step(registry, 'mark-paid', paid)).toMatchObject({ status: 409 });
    ok(await money.step(registry, 'approve'));
    const foreign = '018f0000-0000-7000-8000-000000000000';
    expect(await money.step(registry, 'mark-paid', { ...paid, payments: [foreign] })).toMatchObject({
      status: 400,
    });
    expect(await money.step(registry, 'send')).toMatchObject({ status: 200 });
    expect(await money.step(registry, 'cancel', { reason: 'Поздно' })).toMatchObject({ status: 409 });
  });

  test('remove a canceled payment from an approved registry', async () => {
    const registry = await formed(500_000, 300_000);
    ok(await money.step(registry, 'approve'));
    const [first, second] = await linesOf(registry);
    ok(await boss.post(`${api}/payments/${first?.payment.id}/cancel/`, { reason: 'Ошибка' }));
    expect(await get(registry)).toMatchObject({ payments: 1, lines: { out: { count: 1 } } });
    ok(await boss.post(`${api}/payments/${second?.payment.id}/cancel/`, { reason: 'Ошибка' }));
    expect(await get(registry)).toMatchObject({ status: 'canceled' });
  });
});

test('two concurrent approvals or transfers take effect once', async () => {
  const registry = await formed(500_000, 300_000, 200_000);
  const approvals = await Promise.all([1, 2].map(() => money.step(registry, 'approve')));
  expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  ok(await money.step(registry, 'send'));
  const [line] = await linesOf(registry);
  const paid = { paid_on: today(), external_ref: 'ПП 7' };
  const results = await Promise.all([
    money.step(registry, 'mark-paid', paid),
    boss.post(`${api}/payments/${line?.payment.id}/mark-paid/`, paid),
  ]);
  expect(results.some(({ status }) => status === 200)).toBe(true);
  if (results[0].status !== 200) ok(await money.step(registry, 'mark-paid', paid));
  expect(await get(registry)).toMatchObject({ status: 'closed', lines: { paid: { amount_kop: 1_000_000 } } });
});

test('an approved registry keeps the types that its partners had at the approval', async () => {
  const inn = '500100732259';
  const card = await money.payable(500_000, { card: { kind: 'self_employed', inn } });
  money.ready();
  const [registry] = (await money.form()).results as [Registry];
  ok(await money.step(registry, 'approve'));
  const { version } = ok<{ version: number }>(await boss.get(`${api}/partners/${card.id}/`));
  ok(await boss.patch(`${api}/partners/${card.id}/`, { version, kind: 'ip', inn }));
  expect(await get(registry)).toMatchObject({ kinds: [{ kind: 'self_employed', count: 1 }] });
});

test('a registry of another organization responds 404', async () => {
  const registry = await formed(500_000);
  const stranger = await world.organization();
  for (const word of ['approve', 'send'])
    expect(
      await stranger.post(`${REGISTRIES}${registry.id}/${word}/`, { version: registry.version }),
    ).toMatchObject({ status: 404 });
  expect(await stranger.get(`${REGISTRIES}${registry.id}/payments/`)).toMatchObject({ status: 404 });
});

test('every earned kopeck is counted under one status, and all screens agree on the sums', async () => {
  await money.payable(500_000);
  await money.payable(300_000, { method: ACCOUNT });
  const { card } = await world.partner({}, boss);
  await money.give(card.id, 400_000);
  const partnerInDebt = await money.payable(100_000);
  await money.correct(partnerInDebt.id, -250_000);
  money.ready();
  const totals = async () => ok<PayoutTotals>(await boss.get(`${api}/payments/totals/`));
  expect(await totals()).toMatchObject({
    ready: { count: 2, sum_kop: 800_000 },
    blocked: { count: 1, sum_kop: 400_000, reasons: [{ code: 'no_method', count: 1, sum_kop: 400_000 }] },
    debts: { count: 1, sum_kop: -150_000 },
    under_way: { count: 0, sum_kop: 0 },
    held_up: 1,
  });
  const task = ok<{ results: { kind: string }[] }>(await boss.get('/api/home/tasks/')).results;
  expect(task).toContainEqual({ kind: 'ready_to_pay', count: 2, sum_kop: 800_000, blocked: 1 });
  const { results } = await money.form();
  expect(results.reduce((sum, { amount_kop }) => sum + amount_kop, 0)).toBe(800_000);
  const after = await totals();
  expect(after).toMatchObject({ ready: { count: 0 }, under_way: { count: 2, sum_kop: 800_000 } });
  const { ready, blocked, debts, hold, review, under_way, paid } = after;
  const parts = [ready, blocked, debts, hold, review, under_way, paid];
  expect(parts.reduce((sum, { sum_kop }) => sum + sum_kop, 0)).toBe(500_000 + 300_000 + 400_000 - 150_000);
});
