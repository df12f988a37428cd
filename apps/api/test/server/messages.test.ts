import type { Accrual, InvitedEmployee, Payment } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmEmail } from '../setup/emails.ts';
import { createImporter } from '../setup/imports.ts';
import { createRecipients, type Recipients, readBell } from '../setup/recipients.ts';
import { approve, type Caller, ok, type World } from '../setup/world.ts';

let recipients: Recipients;
let world: World;
beforeAll(async () => {
  recipients = await createRecipients();
  ({ world } = recipients);
});
beforeEach(() => recipients.reset());
afterAll(() => world.stop());

const eventsOf = async (caller: Caller) => (await readBell(caller)).map(({ event }) => event);

test('a new lead notifies the managers and the partner without the contacts of the lead', async () => {
  const { program, card, caller } = await recipients.enrolled();
  const manager = await world.employee('manager');
  const accountant = await world.employee('accountant');
  const more = { partner: card.id, name: 'Тайна', email: 'tajna@example.ru' };
  const lead = await world.lead(program.id, more);
  for (const reader of [manager, caller]) {
    const [message] = await readBell(reader);
    expect(message).toMatchObject({ event: 'lead_came', path: `/leads?id=${lead.id}`, read_at: null });
  }
  expect(await readBell(accountant)).toEqual([]);
  // The user who created the lead is not notified.
  expect(await readBell(world.boss)).toEqual([]);
  expect(ok(await manager.get('/api/messages/counts/'))).toEqual({ unread: 1, groups: 1 });
  const [first] = await readBell(manager);
  expect(ok(await caller.post('/api/messages/read/', { ids: [first?.id] }))).toEqual({
    unread: 1,
    groups: 1,
  });
  expect(ok(await manager.post('/api/messages/read/', { ids: [first?.id] }))).toEqual({
    unread: 0,
    groups: 0,
  });
  expect(ok(await caller.post('/api/messages/read/'))).toEqual({ unread: 0, groups: 0 });

  const pending = { status: 'waiting', channel: 'email', address: 'oleg@example.ru' };
  expect((await recipients.outbox()).results.filter(({ channel }) => channel === 'email')).toMatchObject([
    pending,
  ]);
  await world.server.deliver();
  const all = await recipients.outbox();
  expect(all.is_rehearsal).toBe(true);
  expect(new Set(all.results.map(({ status }) => status))).toEqual(new Set(['sent']));
  const rows = await world.server.db.selectFrom('messages').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Тайна|tajna|${lead.phone.slice(2)}`));
});

test('an employee hired by another organization no longer reads or receives messages of the former one', async () => {
  const other = await world.organization();
  const { program } = await recipients.enrolled();
  const phone = world.phone();
  const invite = async (by: Caller) =>
    ok<InvitedEmployee>(
      await by.post('/api/referral/employee-invitations/', {
        phone,
        last_name: 'Сидорова',
        position: 'manager',
      }),
    ).link.url;
  ok(await world.accept(await invite(world.boss)));
  const employee = await world.signIn(phone);
  const { id } = await world.server.findUser(phone);
  await confirmEmail(world, employee, 'manager@example.ru');
  await world.server.db.deleteFrom('messages').execute();
  await world.lead(program.id);
  expect(await eventsOf(employee)).toEqual(['lead_came']);
  ok(await world.boss.post(`/api/referral/employees/${id}/switch-off/`));
  await world.lead(program.id);
  ok(await world.accept(await invite(other)));
  const reader = await world.signIn(phone);
  expect((await eventsOf(reader)).filter((event) => event === 'lead_came')).toEqual([]);
  const { unread } = ok<{ unread: number }>(await reader.get('/api/messages/counts/'));
  expect(unread).toBe((await readBell(reader)).length);
  await world.server.deliver();
  const rows = await world.server.db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select('d.status')
    .where('d.user_id', '=', id)
    .where('m.event', '=', 'lead_came')
    .execute();
  expect(rows).toEqual([]);
});

test('a refused lead or transition sends no notification', async () => {
  const { program } = await recipients.enrolled();
  expect((await world.boss.post('/api/referral/leads/', { name: '', program: program.id })).status).toBe(400);
  const lead = await world.lead(program.id);
  await world.server.db.deleteFrom('messages').execute();
  const refused = await world.boss.post(`/api/referral/leads/${lead.id}/transition/`, {
    version: 9,
    to: 'won',
  });
  expect(refused.status).toBe(409);
  expect(await world.server.db.selectFrom('messages').select('id').execute()).toEqual([]);
});

test('payment events notify the partner and the employees who manage payments', async () => {
  const { card, caller } = await recipients.enrolled();
  const [accountant, manager] = [await world.employee('accountant'), await world.employee('manager')];
  await world.server.db.deleteFrom('messages').execute();
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await caller.post(`/api/referral/partners/${card.id}/payout-methods/`, account));
  // The user who changed them is notified too, because the session may be stolen.
  expect(await eventsOf(caller)).toEqual(['requisites_changed']);
  expect(await eventsOf(accountant)).toEqual(['requisites_changed']);
  const titles = await world.server.db.selectFrom('messages').select('title').distinct().execute();
  expect(titles).toEqual([{ title: 'Изменены реквизиты для выплат' }]);
  world.server.advance(4 * 24 * 60 * 60);
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 200_000, explanation: 'За первую встречу' };
  ok<Accrual>(await world.boss.post('/api/referral/accruals/', bonus));
  const { id } = ok<Payment>(await caller.post('/api/referral/payments/request/', { partner: card.id }));
  expect(await eventsOf(accountant)).toEqual(['payment_requested', 'requisites_changed']);
  const step = (name: string, body: object = {}) =>
    world.boss.post(`/api/referral/payments/${id}/${name}/`, body);
  ok(await step('accept'));
  ok(await approve(world.boss, `/api/referral/payments/${id}/`));
  ok(await step('process'));
  ok(await step('mark-failed', { reason: 'Счет закрыт' }));
  ok(await step('retry'));
  ok(await step('mark-paid', { paid_on: '2026-11-27', external_ref: 'ПП 1' }));
  expect(await eventsOf(caller)).toEqual(['payment_paid', 'payment_failed', 'requisites_changed']);
  expect(await eventsOf(accountant)).toEqual([
    'payment_paid',
    'payment_failed',
    'payment_requested',
    'requisites_changed',
  ]);
  expect(await readBell(manager)).toEqual([]);
  for (const reader of [caller, accountant])
    expect(JSON.stringify(await readBell(reader))).not.toMatch(/1112233|112-?23-?33/);
});

test('a program budget that is almost spent notifies the employees once', async () => {
  const program = await world.program({
    budget_kop: 100_000,
    reward: { kind: 'fixed', fixed_kop: 90_000 },
    hold_days: 0,
  });
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  const manager = await world.employee('manager');
  await world.server.db.deleteFrom('messages').execute();
  const lead = await world.lead(program.id, { partner: card.id });
  ok(await world.boss.post(`/api/referral/leads/${lead.id}/transition/`, { version: 1, to: 'qualified' }));
  expect(await eventsOf(manager)).toContain('budget_ending');
  expect(await eventsOf(world.boss)).toEqual(['budget_ending']);
});

test('rewards of one batch that reach 90 % and the whole budget notify once, that the budget is spent', async () => {
  const program = await world.program({
    reward_event: 'deal_won',
    budget_kop: 100_000,
    reward: { kind: 'fixed', fixed_kop: 50_000 },
    hold_days: 0,
  });
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  await world.server.db.deleteFrom('messages').execute();
  const deals = [1, 2].map((day) => `Ирина;${world.phone()};${card.phone};Сделка;0${day}.11.2020;1000`);
  const lines = ['Имя;Телефон;Партнер;Статус;Дата лида;Сумма сделки', ...deals];
  const done = await createImporter(world).load('leads', lines, { program: program.id, rewards: true });
  expect(done.counts).toMatchObject({ created: 2 });
  const messages = (await readBell(world.boss)).filter(({ event }) => event === 'budget_ending');
  expect(messages).toMatchObject([{ title: `Бюджет исчерпан: ${program.name}` }]);
});

test('the end of a hold notifies the partner once with the available amount', async () => {
  const { program, card, caller } = await recipients.enrolled();
  const lead = await world.lead(program.id, { partner: card.id });
  ok(await world.boss.post(`/api/referral/leads/${lead.id}/transition/`, { version: 1, to: 'qualified' }));
  world.server.advance(60 * 24 * 60 * 60);
  await world.server.releaseAllHolds();
  await world.server.releaseAllHolds();
  expect((await readBell(caller))[0]).toMatchObject({
    event: 'accrual_released',
    title: expect.stringMatching(/500,00/),
  });
  expect((await eventsOf(caller)).filter((event) => event === 'accrual_released')).toHaveLength(1);
});

test('a sign-in from a new browser notifies the user', async () => {
  const phone = world.phone();
  await world.server.createUser({ phone, password: world.password, role: 'organization' });
  const first = await world.signIn(phone);
  expect(await readBell(first)).toEqual([]);
  await world.signIn(phone);
  expect(await readBell(first)).toEqual([]);
  const login = { phone, password: world.password };
  ok(await world.anonymous.post('/api/accounts/login/', login, { 'user-agent': 'Somebody else' }));
  expect(await eventsOf(first)).toEqual(['sign_in']);
  expect((await recipients.outbox()).results.map(({ address }) => address)).toContain(phone);
});

test('an application notifies the employees who decide on it, also when it is repeated', async () => {
  const documents = {
    offer: 'Договор.',
    personal_data: 'Согласен на обработку данных.',
    withholds_tax: true,
  };
  ok(await world.boss.patch('/api/referral/organization/', documents));
  const program = await world.program({ join_policy: 'by_request' });
  const [manager, accountant] = [await world.employee('manager'), await world.employee('accountant')];
  const versions = { offer: true, offer_version: 1, personal_data: true, personal_data_version: 1 };
  const person = { kind: 'individual', last_name: 'Сидорова', first_name: 'Мария', phone: world.phone() };
  const apply = () =>
    world.anonymous.post(`/api/public/join/${program.join_code}/`, { ...person, ...versions });
  for (const count of [1, 2]) {
    ok(await apply());
    const messages = await readBell(manager);
    expect(messages.map(({ event }) => event)).toEqual(
      Array.from({ length: count }, () => 'partner_applied'),
    );
    expect(JSON.stringify(messages)).not.toContain(person.phone.slice(2));
  }
  expect(await readBell(accountant)).toEqual([]);
});

test('an export notifies the owners', async () => {
  const owner = await world.employee('owner');
  const accountant = await world.employee('accountant');
  await (await accountant.open('/api/referral/leads/export/?format=csv')).text();
  await expect
    .poll(() => readBell(owner))
    .toMatchObject([{ event: 'export_made', title: 'Выгружен файл «Лиды»' }]);
  expect(await readBell(accountant)).toEqual([]);
});

test('the outbox shows only deliveries of the organization, and only to owners', async () => {
  const { program, card } = await recipients.enrolled();
  await world.lead(program.id, { partner: card.id });
  const other = await world.organization();
  const others = (await recipients.outbox(other)).results.filter(({ event }) => event === 'lead_came');
  expect(others).toEqual([]);
  const [sent] = (await recipients.outbox()).results;
  const resend = (caller: Caller) => caller.post(`/api/referral/deliveries/${sent?.id}/resend/`);
  expect((await resend(other)).status).toBe(404);
  expect((await resend(world.boss)).status).toBe(409);
  expect((await (await world.employee('manager')).get('/api/referral/deliveries/')).status).toBe(403);
});
