import type {
  JournalEntry,
  Message,
  OrganizationTask,
  Page,
  Payment,
  Receipt,
} from '@referral-dashboard/api-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInn } from '../setup/inn.ts';
import { startTaxService } from '../setup/tax-service.ts';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

type TaxAnswer = { status: number; body: unknown };

let taxResponse: TaxAnswer;
let service: Awaited<ReturnType<typeof startTaxService>>;
let world: World;
beforeEach(async () => {
  taxResponse = { status: 200, body: {} };
  service = await startTaxService(() => taxResponse);
  world = await createWorld({ taxService: { receiptsUrl: service.url } });
});
afterEach(async () => {
  await world.stop();
  await service.stop();
});

const DAY = 24 * 60 * 60;
let count = 0;

/** Creates a self-employed partner with a payout method. */
async function payee(more: object = {}) {
  count += 1;
  const inn = createInn(500 + count);
  const { card, caller } = await world.partner({ kind: 'self_employed', inn, ...more });
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, account));
  world.server.advance(25 * 60 * 60);
  return { id: card.id, inn, caller };
}

/** Creates an approved payment of 2,000 ₽. */
async function approved(partner: string) {
  const bonus = { partner, kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  ok(await world.boss.post(`${api}/accruals/`, bonus));
  const { id } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
  return { id, response: await approve(world.boss, `${api}/payments/${id}/`) };
}

const today = () => world.server.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

async function paid(partner: string, paid_on = today()): Promise<string> {
  const { id, response } = await approved(partner);
  ok(response);
  ok(await world.boss.post(`${api}/payments/${id}/mark-paid/`, { paid_on, external_ref: 'ПП 7' }));
  return id;
}

const receiptsOf = async (by: Caller = world.boss, query = '') =>
  ok<Page<Receipt>>(await by.get(`${api}/receipts/?page_size=100${query}`)).results;
const parseReceipt = async (payment: string, by: Caller = world.boss) =>
  (await receiptsOf(by, `&payment=${payment}`))[0];
const give = (payment: string, receipt: string, by: Caller) =>
  by.post(`${api}/payments/${payment}/receipt/`, { receipt });
const linkOf = (inn: string, number: string) =>
  `https://lknpd.nalog.ru/api/v1/receipt/${inn}/${number}/print`;

describe('a receipt', () => {
  test('is expected after a payment to a self-employed partner, and not for other types', async () => {
    const { id, caller } = await payee();
    const payment = await paid(id);
    expect(await parseReceipt(payment)).toMatchObject({
      status: 'awaited',
      is_late: false,
      amount_kop: 200_000,
      partner: { id },
    });
    expect(await receiptsOf(caller)).toHaveLength(1);
    const messages = ok<Page<Message>>(await caller.get('/api/messages/')).results;
    expect(messages.map(({ event }) => event)).toContain('receipt_due');
    const other = await payee({ kind: 'ip' });
    expect(await parseReceipt(await paid(other.id))).toBeUndefined();
  });

  test.each([
    { before: 'self_employed', after: 'ip', expected: 1 },
    { before: 'ip', after: 'self_employed', expected: 0 },
  ])('depends on the type of the partner at the approval: $before, then $after', async (types) => {
    const { id, inn } = await payee({ kind: types.before });
    const payment = await approved(id);
    ok(payment.response);
    const { version } = ok<{ version: number }>(await world.boss.get(`${api}/partners/${id}/`));
    ok(await world.boss.patch(`${api}/partners/${id}/`, { version, kind: types.after, inn }));
    const transfer = { paid_on: today(), external_ref: 'ПП 7' };
    ok(await world.boss.post(`${api}/payments/${payment.id}/mark-paid/`, transfer));
    expect(await receiptsOf()).toHaveLength(types.expected);
  });

  test('is a task for the partner and the organization until it is received', async () => {
    const { id, caller, inn } = await payee();
    const payment = await paid(id);
    const tasksOf = async (by: Caller) =>
      ok<{ results: ({ kind: string } & Record<string, unknown>)[] }>(
        await by.get('/api/home/tasks/'),
      ).results.filter(({ kind }) => kind.startsWith('receipt'));
    const receipt = await parseReceipt(payment);
    expect(await tasksOf(caller)).toMatchObject([
      {
        kind: 'receipt',
        payment: { id: payment },
        status: 'awaited',
        is_late: false,
        due_on: receipt?.due_on,
      },
    ]);
    const sums = { count: 1, sum_kop: 200_000, partners: 1 };
    expect(await tasksOf(world.boss)).toEqual([{ kind: 'receipts_awaited', ...sums }]);
    expect(await receiptsOf(world.boss, '&status=awaited&late=false')).toHaveLength(1);
    expect(await receiptsOf(world.boss, '&late=true')).toHaveLength(0);
    expect(await tasksOf(await world.employee('viewer'))).toEqual([]);
    await world.server.db.updateTable('receipts').set({ status: 'annulled', number: '2001rb3pdo' }).execute();
    expect(await tasksOf(world.boss)).toEqual([{ kind: 'receipts_wrong', ...sums }]);
    world.server.advance(60 * DAY);
    expect(await tasksOf(world.boss)).toEqual([{ kind: 'receipts_late', ...sums }]);
    expect(await tasksOf(caller)).toMatchObject([{ kind: 'receipt', is_late: true }]);
    ok(await give(payment, linkOf(inn, '2001rb3pdo'), caller));
    expect(await tasksOf(world.boss)).toEqual([]);
    expect(await tasksOf(caller)).toEqual([]);
  });

  test.each([
    ['2027-01-31T12:00:00Z', '2027-01-31', '2027-02-09'],
    // It is already February in Moscow, but the date of the transfer counts.
    ['2027-01-31T22:00:00Z', '2027-02-01', '2027-03-09'],
    ['2027-12-31T12:00:00Z', '2027-12-31', '2028-01-09'],
    ['2028-02-29T12:00:00Z', '2028-02-29', '2028-03-09'],
  ])(
    'is due in the month after the transfer: marked at %s with the date %s, due by %s',
    async (now, paidOn, due) => {
      const { id } = await payee();
      world.server.setClock(new Date(now));
      expect(await parseReceipt(await paid(id, paidOn))).toMatchObject({ due_on: due });
    },
  );

  test('is late after the 9th in Moscow time, regardless of the time zone of the organization, and then blocks the next payment', async () => {
    ok(await world.boss.patch(`${api}/organization/`, { time_zone: 'Asia/Kamchatka' }));
    const { id, caller, inn } = await payee();
    world.server.setClock(new Date('2031-03-05T06:00:00Z'));
    const payment = await paid(id);
    world.server.setClock(new Date('2031-04-09T20:59:00Z'));
    expect(await parseReceipt(payment)).toMatchObject({ due_on: '2031-04-09', is_late: false });
    world.server.setClock(new Date('2031-04-09T21:01:00Z'));
    expect(await parseReceipt(payment)).toMatchObject({ is_late: true });
    const next = await approved(id);
    expect(next.response).toMatchObject({ status: 409, body: { blockers: [{ code: 'receipt_late' }] } });
    ok(await give(payment, linkOf(inn, '2001rb3pdo'), caller));
    ok(await approve(world.boss, `${api}/payments/${next.id}/`));
  });

  test('is counted among late receipts on the home page of positions that may read receipts', async () => {
    const late = async (by: Caller) =>
      ok<{ results: OrganizationTask[] }>(await by.get('/api/home/tasks/')).results.find(
        ({ kind }) => kind === 'receipts_late',
      );
    const [one, other, settled] = [await payee(), await payee(), await payee()];
    for (const { id } of [one, one, other]) await paid(id);
    ok(await give(await paid(settled.id), '28237gvyqr', settled.caller));
    expect(await late(world.boss)).toBeUndefined();
    world.server.advance(60 * DAY);
    const lateTask = { kind: 'receipts_late', count: 3, sum_kop: 600_000, partners: 2 };
    expect(await late(world.boss)).toEqual(lateTask);
    expect(await receiptsOf(world.boss, '&late=true')).toHaveLength(3);
    expect(await late(await world.organization())).toBeUndefined();
    expect(await late(await world.employee('accountant'))).toEqual(lateTask);
    expect(await late(await world.employee('viewer'))).toBeUndefined();
  });

  test('blocks no payments when the organization does not require receipts', async () => {
    const { id } = await payee();
    await paid(id);
    world.server.advance(60 * DAY);
    ok(await world.boss.patch(`${api}/organization/`, { receipts_required: false }));
    ok((await approved(id)).response);
  });
});

describe('a submitted receipt', () => {
  test('is received by its link or number and recorded in the journal', async () => {
    const { id, caller, inn } = await payee();
    const [first, second] = [await paid(id), await paid(id)];
    expect(ok(await give(first, linkOf(inn, '2001rb3pdo'), caller))).toMatchObject({
      status: 'received',
      number: '2001rb3pdo',
      url: linkOf(inn, '2001rb3pdo'),
    });
    expect(ok(await give(second, ' 28237gvyqr ', caller))).toMatchObject({ status: 'received' });
    const entries = ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?object=${first}`)).results;
    expect(entries[0]).toMatchObject({
      title: 'Чек указан',
      changes: [
        { field: 'Чек', before: 'Ожидается', after: 'Получен' },
        { field: 'Номер чека', before: null, after: '2001rb3pdo' },
      ],
    });
  });

  test.each([
    'https://lknpd.nalog.ru.example.ru/api/v1/receipt/500100732259/2001rb3pdo/print',
    'https://lknpd.nalog.ru:8443/api/v1/receipt/500100732259/2001rb3pdo/print',
    'https://me@lknpd.nalog.ru/api/v1/receipt/500100732259/2001rb3pdo/print',
    'http://lknpd.nalog.ru/api/v1/receipt/500100732259/2001rb3pdo/print',
    'https://lknpd.nalog.ru/api/v1/receipt/500100732259/../2001rb3pdo/print',
    'https://lknpd.nalog.ru/',
    'javascript:alert(1)',
    '12345',
    'номер чека',
  ])('is refused as «%s»', async (receipt) => {
    const { id, caller } = await payee();
    const refused = await give(await paid(id), receipt, caller);
    expect(refused).toMatchObject({
      status: 400,
      body: { receipt: [expect.stringMatching(/ссылку на чек/)] },
    });
  });

  test('is mismatched and can be submitted again when its INN is another', async () => {
    const { id, caller, inn } = await payee();
    const payment = await paid(id);
    expect(ok(await give(payment, linkOf(createInn(1), '2001rb3pdo'), caller))).toMatchObject({
      status: 'mismatched',
      problem: 'В чеке другой ИНН: он выдан не этим партнером.',
    });
    expect(ok(await give(payment, linkOf(inn, '2001rb3pdo'), caller))).toMatchObject({ status: 'received' });
  });

  test('is valid for one payment and can be submitted once', async () => {
    const { id, caller } = await payee();
    const [first, second] = [await paid(id), await paid(id)];
    ok(await give(first, '2001rb3pdo', caller));
    expect(await give(second, '2001RB3PDO', caller)).toMatchObject({ status: 400 });
    expect(ok(await give(first, '2001rb3pdo', caller))).toMatchObject({ status: 'received' });
    expect((await give(first, '28237gvyqr', caller)).status).toBe(409);
  });

  test('responds 404 for a payment of another partner', async () => {
    const [one, other] = [await payee(), await payee()];
    expect((await give(await paid(one.id), '2001rb3pdo', other.caller)).status).toBe(404);
  });
});

describe('a receipt at the tax service', () => {
  async function submitted() {
    const { id, caller, inn } = await payee();
    const payment = await paid(id);
    ok(await give(payment, '2001rb3pdo', caller));
    return { payment, inn };
  }

  test('is compared with the payment and checked again a week later', async () => {
    const { payment, inn } = await submitted();
    taxResponse.body = { totalAmount: 2000, operationTime: world.server.now().toISOString() };
    await world.server.askTaxService();
    expect(service.asked.map(({ path }) => path)).toEqual([`/api/v1/receipt/${inn}/2001rb3pdo/json`]);
    expect(await parseReceipt(payment)).toMatchObject({
      status: 'received',
      problem: '',
      checked_at: world.server.now().toISOString(),
    });
    await world.server.askTaxService();
    expect(service.asked).toHaveLength(1);
    taxResponse.body = { totalAmount: 2000, cancellationInfo: { comment: 'CANCEL' } };
    world.server.advance(7 * DAY);
    await world.server.askTaxService();
    expect(await parseReceipt(payment)).toMatchObject({
      status: 'annulled',
      problem: 'Партнер аннулировал чек.',
    });
  });

  test.each([
    [{ totalAmount: 1999.99 }, 'mismatched'],
    [{ operationTime: '2020-01-01T10:00:00Z' }, 'mismatched'],
    [{ something: 'else' }, 'received'],
    [{ totalAmount: 'две тысячи', operationTime: null }, 'received'],
  ])('gets its status from the content: %j gives %s', async (body, status) => {
    const { payment } = await submitted();
    taxResponse.body = body;
    await world.server.askTaxService();
    expect(await parseReceipt(payment)).toMatchObject({ status });
  });

  test('is mismatched when it is unknown to the service, and is checked later when the service fails', async () => {
    const { payment } = await submitted();
    taxResponse = { status: 502, body: {} };
    await world.server.askTaxService();
    expect(await parseReceipt(payment)).toMatchObject({ status: 'received', checked_at: null });
    taxResponse = { status: 404, body: {} };
    world.server.advance(3601);
    await world.server.askTaxService();
    expect(await parseReceipt(payment)).toMatchObject({
      status: 'mismatched',
      problem: 'Налоговая не нашла такой чек.',
    });
  });
});

test('one call reminds all partners with late receipts once a day, even when two accountants call at the same time', async () => {
  const [one, other] = [await payee(), await payee()];
  for (const { id } of [one, one, other]) await paid(id);
  const settled = await paid((await payee()).id);
  ok(await give(settled, '2001rb3pdo', world.boss));
  const remind = async () =>
    ok<{ reminded: { count: number } }>(await world.boss.post(`${api}/receipts/remind/`)).reminded.count;
  const results = await Promise.all([remind(), remind()]);
  expect(results.toSorted()).toEqual([0, 2]);
  const messages = ok<Page<Message>>(await one.caller.get('/api/messages/')).results;
  const reminders = messages.filter(({ title }) => title === 'Напоминаем о чеке');
  expect(reminders).toHaveLength(1);
  expect(reminders[0]?.text).toMatch(/выплатам: В-\d+, В-\d+\. Срок: 9/);
  world.server.advance(DAY);
  expect(await remind()).toBe(2);
});

test('the preview of a reminder and its outcome name the partners it reaches, and those without a sign-in', async () => {
  const one = await payee({ last_name: 'Арбузов' });
  const other = await payee({ last_name: 'Белов' });
  const { id: unreachable } = await payee({ last_name: 'Волков' });
  for (const id of [one.id, one.id, other.id, unreachable]) await paid(id);
  await world.server.db
    .updateTable('partners')
    .set({ user_id: null })
    .where('id', '=', unreachable)
    .execute();
  const remind = `${api}/receipts/remind/`;
  const nobody = { count: 0, partners: [] };
  const withoutSignIn = { count: 1, partners: [{ id: unreachable, name: 'Волков Олег' }] };
  const reachable = {
    count: 2,
    partners: [
      { id: one.id, name: 'Арбузов Олег' },
      { id: other.id, name: 'Белов Олег' },
    ],
  };
  expect(ok(await world.boss.get(remind))).toEqual({
    remindable: reachable,
    reminded_today: nobody,
    without_sign_in: withoutSignIn,
  });
  expect(ok(await world.boss.post(remind))).toEqual({ reminded: reachable, without_sign_in: withoutSignIn });
  expect(ok(await world.boss.get(remind))).toEqual({
    remindable: nobody,
    reminded_today: reachable,
    without_sign_in: withoutSignIn,
  });
});

test('the export and the counts of receipts match the list', async () => {
  const { id, caller } = await payee();
  const [first] = [await paid(id), await paid(id)];
  ok(await give(first, '2001rb3pdo', caller));
  const counts = ok(await world.boss.get(`${api}/receipts/counts/`));
  expect(counts).toEqual({
    all: 2,
    awaited: 1,
    mismatched: 0,
    annulled: 0,
    received: 1,
    to_annul: 0,
    closed: 0,
  });
  expect(await receiptsOf(world.boss, '&status=received')).toHaveLength(1);
  expect(await receiptsOf(world.boss, '&late=true')).toHaveLength(0);
  const file = await (await world.boss.open(`${api}/receipts/export/?format=csv`)).text();
  expect(file).toContain('2001rb3pdo');
  expect(file.trim().split('\r\n')).toHaveLength(3);
});
