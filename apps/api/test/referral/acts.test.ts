import type {
  Act,
  ActWithContent,
  FormedActs,
  JournalEntry,
  Lead,
  Message,
  OrganizationTask,
  Page,
  Partner,
  Payment,
  Sale,
} from '@referral-dashboard/api-contract';
import { POSITIONS } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInn } from '../setup/inn.ts';
import { recordStatements } from '../setup/statements.ts';
import { api, approve as approvePayment, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const NOVEMBER = '2029-11';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.stop());

const at = (moment: string) =>
  world.server.advance((Date.parse(moment) - world.server.now().getTime()) / 1000);

let count = 0;

/** Creates a self-employed partner with a payout method and moves the clock past its waiting period. */
async function payee(more: object = {}, joinedAt = '2029-11-10T09:00:00Z') {
  count += 1;
  if (world.server.now() < new Date(joinedAt)) at(joinedAt);
  const { card, caller } = await world.partner({
    kind: 'self_employed',
    inn: createInn(800 + count),
    min_payout_kop: 1,
    ...more,
  });
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, account));
  world.server.advance(25 * 60 * 60);
  ok(await world.boss.patch(`${api}/organization/`, { receipts_required: false }));
  return { id: card.id, caller };
}

type Paid = { on: string; kop?: number; explanation?: string };

/** Creates a payment and approves it on the given day. @returns its id and number. */
async function approve(partner: string, { on, kop = 200_000, explanation = 'За встречу' }: Paid) {
  const morning = `${on}T09:00:00Z`;
  if (world.server.now() < new Date(morning)) at(morning);
  ok(await world.boss.post(`${api}/accruals/`, { partner, kind: 'bonus', amount_kop: kop, explanation }));
  const { id, number } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
  ok(await approvePayment(world.boss, `${api}/payments/${id}/`));
  return { id, number };
}

const mark = async (id: string, paid_on: string) =>
  ok(await world.boss.post(`${api}/payments/${id}/mark-paid/`, { paid_on, external_ref: 'ПП 7' }));

async function pay(partner: string, paid: Paid) {
  const { id, number } = await approve(partner, paid);
  await mark(id, paid.on);
  return number;
}

const change = async (url: string, input: object) => {
  const { version } = ok<{ version: number }>(await world.boss.get(url));
  return ok(await world.boss.patch(url, { version, ...input }));
};

const form = (input: object = { month: NOVEMBER }, by = world.boss) => by.post(`${api}/acts/`, input);
const formActs = async (input?: object) => ok<FormedActs>(await form(input));
const listOf = async (by: Caller = world.boss, query = '') =>
  ok<Page<Act>>(await by.get(`${api}/acts/?${query}`)).results;
const actOf = async (id: string, by: Caller = world.boss) =>
  ok<ActWithContent>(await by.get(`${api}/acts/${id}/`));

async function firstOf(input?: object): Promise<Act> {
  const [act] = (await formActs(input)).results;
  if (act === undefined) throw new Error('no act was made');
  return act;
}

describe('the acts of a month', () => {
  test('contain the payments of the month and are created once', async () => {
    const { id } = await payee({ contract_number: '12/Р', contract_date: '2029-01-15' });
    await pay(id, { on: '2029-11-20', kop: 1_250_005, explanation: 'За ёлку "=1+1"' });
    const number = await pay(id, { on: '2029-11-20', kop: 99 + 100 });
    at('2029-12-01T09:00:00Z');
    const counted = { made: 1, kept: 0, amount_kop: 1_250_204, skipped: [] };
    expect(await formActs({ month: NOVEMBER, dry_run: true })).toEqual({ ...counted, results: [] });
    expect(await listOf()).toEqual([]);
    const first = await formActs();
    expect(first).toMatchObject(counted);
    const [act] = first.results;
    expect(act).toMatchObject({
      number: 'А-1',
      title: 'Акт об оказании услуг',
      month: NOVEMBER,
      status: 'issued',
      amount_kop: 1_250_204,
      partner: { id },
    });
    const { content } = await actOf(act?.id ?? '');
    expect(content).toMatchObject({
      contract: { kind: 'services', number: '12/Р', date: '2029-01-15' },
      customer: { role: 'Заказчик' },
      contractor: { role: 'Исполнитель', name: 'Петров Олег' },
      vat: 'Без НДС',
    });
    expect(content.lines).toMatchObject([
      { number: 'Н-1', text: 'За ёлку "=1+1"', amount_kop: 1_250_005, paid_on: '2029-11-20' },
      { number: 'Н-2', payment: number, amount_kop: 199 },
    ]);
    expect(JSON.stringify(content).toLowerCase()).not.toContain('агент');
    expect(await formActs()).toMatchObject({ made: 0, kept: 1, results: [{ id: act?.id }] });
    expect(await formActs({ month: NOVEMBER, partner: id })).toMatchObject({ made: 0, kept: 1 });
  });

  test('can be created after the month ends in the time zone of the organization', async () => {
    const { id } = await payee();
    await pay(id, { on: '2029-11-20' });
    at('2029-11-30T20:59:00Z');
    expect((await form()).status).toBe(400);
    ok(await world.boss.patch(`${api}/organization/`, { time_zone: 'Asia/Vladivostok' }));
    expect(await formActs()).toMatchObject({ made: 1 });
    expect((await form({ month: '2029-12' })).status).toBe(400);
    expect((await form({ month: '2029-13' })).status).toBe(400);
  });

  test('include the first and the last day of the month and no other days', async () => {
    const { id } = await payee({}, '2029-10-29T09:00:00Z');
    for (const [on, kop] of [
      ['2029-10-31', 1],
      ['2029-11-01', 20],
      ['2029-11-30', 300],
      ['2029-12-01', 4000],
    ] as const)
      await pay(id, { on, kop });
    expect(await firstOf()).toMatchObject({ amount_kop: 320 });
    expect(await firstOf({ month: '2029-10' })).toMatchObject({ amount_kop: 1 });
  });

  test('include a late payment in the next act, and every payment once', async () => {
    const { id } = await payee();
    await pay(id, { on: '2029-11-20', kop: 100 });
    const late = await approve(id, { on: '2029-11-29', kop: 20 });
    at('2029-12-02T09:00:00Z');
    await formActs();
    await mark(late.id, '2029-11-29');
    await pay(id, { on: '2029-12-02', kop: 3 });
    expect(await formActs()).toMatchObject({ made: 0, kept: 1 });
    at('2030-01-01T09:00:00Z');
    expect(await firstOf({ month: '2029-12' })).toMatchObject({ amount_kop: 23 });
  });

  test('are created once per partner by two concurrent requests', async () => {
    const partners = [await payee(), await payee(), await payee()];
    for (const { id } of partners) await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const [, last] = partners;
    const responses = await Promise.all([form(), form(), form({ month: NOVEMBER, partner: last?.id })]);
    const outcomes = responses.map((response) => ok<FormedActs>(response));
    expect(outcomes.reduce((sum, one) => sum + one.made, 0)).toBe(3);
    expect(outcomes.reduce((sum, one) => sum + one.kept, 0)).toBe(4);
    const acts = await listOf();
    expect(new Set(acts.map(({ partner }) => partner.id)).size).toBe(3);
    expect(acts.map(({ number }) => number).sort()).toEqual(['А-1', 'А-2', 'А-3']);
  });

  test('take as many statements to count for several partners as for one', async () => {
    const statementsFor = async (made: number) => {
      const recorded = recordStatements(world.server.db);
      expect(await formActs({ month: NOVEMBER, dry_run: true })).toMatchObject({ made });
      return recorded.end().length;
    };
    const payees = [await payee(), await payee(), await payee()];
    for (const { id } of payees) await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const forThree = await statementsFor(3);
    for (const { id } of payees.slice(1)) await formActs({ month: NOVEMBER, partner: id });
    expect(await statementsFor(1)).toBe(forThree);
  });

  test('skip partners without payments and self-employed partners with an agency contract', async () => {
    const [idle, wrong] = [await payee(), await payee()];
    await pay(wrong.id, { on: '2029-11-20' });
    await change(`${api}/partners/${wrong.id}/`, { contract_kind: 'agency' });
    at('2029-12-01T09:00:00Z');
    expect(await formActs()).toMatchObject({ made: 0, skipped: [{ name: 'Петров Олег' }] });
    expect(await formActs({ month: NOVEMBER, dry_run: true })).toMatchObject({
      made: 0,
      skipped: [{ name: 'Петров Олег' }],
    });
    expect(await formActs({ month: NOVEMBER, partner: idle.id })).toMatchObject({
      made: 0,
      skipped: [{ detail: 'В этом месяце выплат не было.' }],
    });
    await change(`${api}/partners/${wrong.id}/`, { contract_kind: 'services' });
    expect(await formActs()).toMatchObject({ made: 1, skipped: [] });
  });

  test.each([
    ['agency', 'Отчет агента', 'Агент'],
    ['commission', 'Отчет комиссионера', 'Комиссионер'],
    ['mandate', 'Отчет поверенного', 'Поверенный'],
    ['services', 'Акт об оказании услуг', 'Исполнитель'],
  ])('have the title of the contract kind %s', async (contract_kind, title, role) => {
    const { id } = await payee({ kind: 'ip', contract_kind });
    await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const act = await firstOf();
    expect(act.title).toBe(title);
    expect((await actOf(act.id)).content.contractor.role).toBe(role);
  });
});

test('a line of an act contains the lead and the program of a reward without internal terms', async () => {
  const { id } = await payee();
  const { id: program } = await world.program({
    name: 'Окна для дома',
    hold_days: 0,
    reward_event: 'deal_won',
  });
  await world.enroll(program, id);
  const lead = await world.lead(program, { partner: id });
  let { version } = lead;
  for (const move of [{ to: 'in_progress' }, { to: 'qualified' }, { to: 'won', deal_amount_kop: 12_500_000 }])
    ({ version } = ok<Lead>(
      await world.boss.post(`${api}/leads/${lead.id}/transition/`, { ...move, version }),
    ));
  const { id: payment } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: id }));
  ok(await approvePayment(world.boss, `${api}/payments/${payment}/`));
  await mark(payment, '2029-11-11');
  at('2029-12-01T09:00:00Z');
  const { content } = await actOf((await firstOf()).id);
  expect(content.lines[0]?.text.replace(/\s/g, ' ')).toBe('Лид Л-1, «Окна для дома»: 500,00 ₽');
});

test('a line of an act names the later sale of a client and the client by numbers', async () => {
  const { id } = await payee();
  const { id: program } = await world.program({
    name: 'Окна с сервисом',
    hold_days: 0,
    reward_event: 'deal_won',
    reward: { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' },
  });
  await world.enroll(program, id);
  const lead = await world.lead(program, { partner: id });
  let { version } = lead;
  for (const move of [{ to: 'in_progress' }, { to: 'qualified' }, { to: 'won', deal_amount_kop: 12_500_000 }])
    ({ version } = ok<Lead>(
      await world.boss.post(`${api}/leads/${lead.id}/transition/`, { ...move, version }),
    ));
  const { client } = ok<Lead>(await world.boss.get(`${api}/leads/${lead.id}/`));
  const paid = { client: client?.id, amount_kop: 200_000, paid_on: world.today() };
  const sale = ok<Sale>(await world.boss.post(`${api}/sales/`, paid));
  const { id: payment } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: id }));
  ok(await approvePayment(world.boss, `${api}/payments/${payment}/`));
  await mark(payment, '2029-11-11');
  at('2029-12-01T09:00:00Z');
  const { content } = await actOf((await firstOf()).id);
  expect(content.lines[1]?.text.replace(/\s/g, ' ')).toBe(
    `Продажа ${sale.number}, клиент ${client?.number}, «Окна с сервисом»: 10 % от 2 000,00 ₽`,
  );
});

test('an act of more than 300 accruals has one line per payment', async () => {
  const { id } = await payee();
  const bonus = { partner: id, kind: 'bonus', amount_kop: 100, explanation: 'За встречу' };
  ok(await world.boss.post(`${api}/accruals/`, bonus));
  await sql`
    insert into accruals (organization_id, id, number, partner_id, kind, amount_kop, explanation, status, created_at, updated_at)
    select organization_id, gen_random_uuid(), 1000 + n, partner_id, kind, amount_kop, explanation, status, created_at, updated_at
    from accruals, generate_series(1, 300) n`.execute(world.server.db);
  const { id: payment, number } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: id }));
  ok(await approvePayment(world.boss, `${api}/payments/${payment}/`));
  await mark(payment, '2029-11-11');
  at('2029-12-01T09:00:00Z');
  const { content, amount_kop } = await actOf((await firstOf()).id);
  expect(amount_kop).toBe(30_100);
  expect(content.lines).toMatchObject([
    { text: `Вознаграждение по выплате ${number}: 301\u00a0начисление`, amount_kop: 30_100 },
  ]);
});

describe('an act', () => {
  test('keeps its content and cannot be deleted', async () => {
    const { id } = await payee();
    await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const before = await actOf((await firstOf()).id);
    await change(`${api}/partners/${id}/`, { last_name: 'Сидоров', inn: createInn(999) });
    ok(await world.boss.patch(`${api}/organization/`, { legal_name: 'ООО «Другое»' }));
    expect((await actOf(before.id)).content).toEqual(before.content);
    const rewrite = world.server.db.updateTable('acts').set({ amount_kop: 1 }).where('id', '=', before.id);
    await expect(rewrite.execute()).rejects.toThrow('the content of an act is immutable');
    await expect(world.server.db.deleteFrom('acts').where('id', '=', before.id).execute()).rejects.toThrow();
  });

  test('is confirmed once by its partner', async () => {
    const { id, caller } = await payee();
    await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const act = await firstOf();
    const messages = ok<Page<Message>>(await caller.get('/api/messages/')).results;
    expect(messages[0]).toMatchObject({ event: 'act_issued', path: `/payments?tab=acts&act=${act.id}` });
    expect((await caller.post(`${api}/acts/${act.id}/confirm/`, { version: 2 })).status).toBe(409);
    expect(ok(await caller.post(`${api}/acts/${act.id}/confirm/`, { version: 1 }))).toMatchObject({
      status: 'confirmed',
      answered_at: '2029-12-01T09:00:00.000Z',
    });
    for (const [word, body] of [
      ['confirm', {}],
      ['object', { objection: 'Нет' }],
    ] as const)
      expect((await caller.post(`${api}/acts/${act.id}/${word}/`, body)).status).toBe(409);
    expect((await world.boss.post(`${api}/acts/${act.id}/reissue/`)).status).toBe(409);
    expect((await actOf(act.id)).status).toBe('confirmed');
  });

  test('is replaced after an objection, and both acts are kept', async () => {
    const { id, caller } = await payee();
    await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const act = await firstOf();
    expect((await caller.post(`${api}/acts/${act.id}/object/`, { objection: ' ' })).status).toBe(400);
    const actTasks = async (by: Caller) =>
      ok<{ results: { kind: string }[] }>(await by.get('/api/home/tasks/')).results.filter(({ kind }) =>
        kind.startsWith('act'),
      );
    expect(await actTasks(caller)).toMatchObject([{ kind: 'act', act: { id: act.id, number: 'А-1' } }]);
    ok(await caller.post(`${api}/acts/${act.id}/object/`, { objection: 'Другая фамилия' }));
    expect(await actTasks(caller)).toEqual([]);
    expect(await actTasks(world.boss)).toEqual([{ kind: 'acts_objected', count: 1, sum_kop: 200_000 }]);
    expect(await actTasks(await world.employee('manager'))).toEqual([]);
    const messages = ok<Page<Message>>(await world.boss.get('/api/messages/')).results;
    expect(messages[0]).toMatchObject({ event: 'act_objected', title: 'Возражение по акту А-1' });
    await change(`${api}/partners/${id}/`, { last_name: 'Сидоров' });
    const another = ok<ActWithContent>(await world.boss.post(`${api}/acts/${act.id}/reissue/`));
    expect(another).toMatchObject({ number: 'А-2', status: 'issued', replaces: 'А-1', amount_kop: 200_000 });
    expect(another.content.contractor.name).toBe('Сидоров Олег');
    expect(await actOf(act.id)).toMatchObject({
      status: 'replaced',
      objection: 'Другая фамилия',
      replaced_by: 'А-2',
      content: { contractor: { name: 'Петров Олег' } },
    });
    expect(await formActs()).toMatchObject({ made: 0, kept: 1 });
    const journal = ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?kind=act`)).results;
    expect(journal.map(({ title, object }) => [title, object.name])).toEqual([
      ['Акт сформирован', 'А-2'],
      ['Акт заменен новым', 'А-1'],
      ['Партнер возразил по акту', 'А-1'],
      ['Акт сформирован', 'А-1'],
    ]);
    expect(journal[2]?.reason).toBe('Другая фамилия');
  });

  test('is visible only to its partner and its organization', async () => {
    const [{ id, caller }, stranger] = [await payee(), await payee()];
    await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const act = await firstOf();
    const other = await world.organization();
    for (const by of [stranger.caller, other]) {
      expect((await by.get(`${api}/acts/${act.id}/`)).status).toBe(404);
      expect((await by.get(`${api}/acts/${act.id}/file/?format=xlsx`)).status).toBe(404);
      expect(await listOf(by)).toEqual([]);
    }
    for (const word of ['confirm', 'object'])
      expect(
        (await stranger.caller.post(`${api}/acts/${act.id}/${word}/`, { objection: 'Нет' })).status,
      ).toBe(404);
    expect((await other.post(`${api}/acts/${act.id}/reissue/`)).status).toBe(404);
    expect((await form({ month: NOVEMBER, partner: id }, other)).status).toBe(400);
    expect(await listOf(caller)).toMatchObject([{ id: act.id }]);
    for (const word of ['confirm', 'object'])
      expect((await world.boss.post(`${api}/acts/${act.id}/${word}/`, { objection: 'Нет' })).status).toBe(
        403,
      );
  });

  test('shows payout details only to positions that may read them', async () => {
    const { id, caller } = await payee();
    await pay(id, { on: '2029-11-20' });
    at('2029-12-01T09:00:00Z');
    const act = await firstOf();
    for (const position of POSITIONS) {
      const by = await world.employee(position);
      const { requisites } = (await actOf(act.id, by)).content.contractor;
      const isOpen = position !== 'viewer';
      expect([position, requisites.length > 0]).toEqual([position, isOpen]);
      expect((await by.open(`${api}/acts/${act.id}/file/?format=xlsx`)).status).toBe(isOpen ? 200 : 403);
      expect((await form({ month: NOVEMBER }, by)).status).toBe(
        position === 'owner' || position === 'accountant' ? 201 : 403,
      );
    }
    expect((await actOf(act.id, caller)).content.contractor.requisites).toContainEqual(
      expect.stringMatching(/^ИНН \d{12}$/),
    );
    expect(ok<Partner>(await world.boss.get(`${api}/partners/${id}/`)).contract_date).toBeNull();
  });
});

describe('after a return of a paid reward', () => {
  /** Creates a partner who was paid in November for a deal and a bonus. */
  async function paidForDeal() {
    const { id, caller } = await payee();
    const { id: program } = await world.program({ hold_days: 0, reward_event: 'deal_won' });
    await world.enroll(program, id);
    const lead = await world.lead(program, { partner: id });
    await move(lead.id, { to: 'in_progress' });
    await move(lead.id, { to: 'qualified' });
    await move(lead.id, { to: 'won', deal_amount_kop: 12_500_000 });
    await pay(id, { on: '2029-11-20', kop: 30_000 });
    at('2029-12-01T09:00:00Z');
    return { id, caller, lead: lead.id };
  }
  const move = async (id: string, to: object) => {
    const { version } = ok<Lead>(await world.boss.get(`${api}/leads/${id}/`));
    return ok<Lead>(await world.boss.post(`${api}/leads/${id}/transition/`, { ...to, version }));
  };
  const loseLead = (id: string) => move(id, { to: 'lost', reason_code: 'refund', reason_comment: 'Вернул' });
  const reissue = (id: string) => world.boss.post(`${api}/acts/${id}/reissue/`);

  test('a new act lists the return, and the act of a later payment does not repeat it', async () => {
    const { id, lead } = await paidForDeal();
    const before = await firstOf();
    expect(before.amount_kop).toBe(80_000);
    expect((await actOf(before.id)).changes).toEqual([]);
    expect(await loseLead(lead)).toMatchObject({ reward: null, paid_kop: 50_000, approved_kop: 0 });
    expect((await actOf(before.id)).changes).toMatchObject([{ kind: 'return', amount_kop: -50_000 }]);
    const after = ok<ActWithContent>(await reissue(before.id));
    expect(after).toMatchObject({ amount_kop: 30_000, replaces: before.number, changes: [] });
    expect(after.content.lines.map(({ amount_kop }) => amount_kop)).toEqual([50_000, 30_000, -50_000]);
    expect(after.content.lines[2]?.text).toContain('Возврат');
    await pay(id, { on: '2029-12-10', kop: 70_000 });
    at('2030-01-01T09:00:00Z');
    const next = await firstOf({ month: '2029-12' });
    expect(next.amount_kop).toBe(70_000);
    const paid = ok<Page<Payment>>(await world.boss.get(`${api}/payments/?status=paid`)).results;
    const sum = (rows: { amount_kop: number }[]) => rows.reduce((all, { amount_kop }) => all + amount_kop, 0);
    expect(after.amount_kop + next.amount_kop).toBe(sum(paid));
  });

  test('the act of the payment that offsets the return lists it when the first act is not replaced', async () => {
    const { id, caller, lead } = await paidForDeal();
    const act = await firstOf();
    ok(await caller.post(`${api}/acts/${act.id}/confirm/`));
    await loseLead(lead);
    await pay(id, { on: '2029-12-10', kop: 70_000 });
    at('2030-01-01T09:00:00Z');
    expect(await firstOf({ month: '2029-12' })).toMatchObject({ amount_kop: 20_000 });
    expect((await actOf(act.id)).changes).toEqual([]);
    expect((await reissue(act.id)).status).toBe(409);
  });

  test('the first act of the month also lists the return, and its total is zero when everything is returned', async () => {
    const { id } = await payee();
    const { id: program } = await world.program({ hold_days: 0, reward_event: 'lead_qualified' });
    await world.enroll(program, id);
    const { id: lead } = await world.lead(program, { partner: id });
    await move(lead, { to: 'in_progress' });
    await move(lead, { to: 'qualified' });
    const { id: payment, version } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: id }));
    ok(await world.boss.post(`${api}/payments/${payment}/approve/`, { version }));
    await mark(payment, '2029-11-11');
    await move(lead, { to: 'rejected', reason_code: 'spam' });
    at('2029-12-01T09:00:00Z');
    const act = await firstOf();
    expect(act.amount_kop).toBe(0);
    expect((await actOf(act.id)).content.lines).toHaveLength(2);
    expect((await world.boss.open(`${api}/acts/${act.id}/file/?format=xlsx`)).status).toBe(200);
  });

  test('a deal that is won again removes the return from the act', async () => {
    const { lead } = await paidForDeal();
    const act = await firstOf();
    await loseLead(lead);
    const reduced = ok<ActWithContent>(await reissue(act.id));
    await move(lead, { to: 'in_progress', reason_comment: 'Передумал' });
    await move(lead, { to: 'won', deal_amount_kop: 12_500_000 });
    expect((await actOf(reduced.id)).changes).toMatchObject([
      { kind: 'return_canceled', amount_kop: 50_000 },
    ]);
    expect(ok<ActWithContent>(await reissue(reduced.id))).toMatchObject({ amount_kop: 80_000, changes: [] });
  });

  test('a partner cannot read the changes since the act', async () => {
    const { caller, lead } = await paidForDeal();
    const act = await firstOf();
    await loseLead(lead);
    expect((await actOf(act.id, caller)).changes).toEqual([]);
  });
});

test('a payment marked after the act of its month was confirmed is offered for a new act', async () => {
  const { id, caller } = await payee();
  await pay(id, { on: '2029-11-20', kop: 100 });
  const late = await approve(id, { on: '2029-11-29', kop: 20 });
  at('2029-12-02T09:00:00Z');
  const act = await firstOf();
  ok(await caller.post(`${api}/acts/${act.id}/confirm/`));
  const without = async () =>
    ok<Page<Payment>>(await world.boss.get(`${api}/payments/?without_act=true`)).results.map(
      ({ number }) => number,
    );
  const tasks = async () =>
    ok<{ results: OrganizationTask[] }>(await world.boss.get('/api/home/tasks/')).results.filter(
      ({ kind }) => kind === 'payments_without_act',
    );
  expect(await without()).toEqual([]);
  expect(await tasks()).toEqual([]);
  await mark(late.id, '2029-11-29');
  expect(await without()).toEqual([late.number]);
  expect(await tasks()).toEqual([{ kind: 'payments_without_act', count: 1, sum_kop: 20 }]);
  expect(ok(await world.boss.get(`${api}/payments/counts/?without_act=true`))).toMatchObject({ paid: 1 });
  expect((await actOf(act.id)).changes).toMatchObject([{ kind: 'late_payment', number: late.number }]);
  expect(ok(await world.boss.get(`${api}/payments/${late.id}/`))).toMatchObject({
    act: null,
    without_act: { month: NOVEMBER, act: { id: act.id, number: act.number } },
  });
  expect(ok(await caller.get(`${api}/payments/${late.id}/`))).toMatchObject({ act: null, without_act: null });
  const again = ok<ActWithContent>(await world.boss.post(`${api}/acts/${act.id}/reissue/`));
  expect(again).toMatchObject({ amount_kop: 120, replaces: act.number });
  expect(await without()).toEqual([]);
  expect(await tasks()).toEqual([]);
  for (const by of [world.boss, caller])
    expect(ok(await by.get(`${api}/payments/${late.id}/`))).toMatchObject({
      act: { id: again.id, number: again.number },
      without_act: null,
    });
});

describe('a payment of December that is marked as paid in January', () => {
  const DECEMBER = '2029-12';
  const withoutAct = async () =>
    ok<Page<Payment>>(await world.boss.get(`${api}/payments/?without_act=true`)).results.map(
      ({ number }) => number,
    );

  /** Approves a payment in December and marks it in January, after the acts of December are created for another partner. */
  async function markedLate() {
    const [other, own] = [await payee(), await payee()];
    await pay(other.id, { on: '2029-12-20' });
    const late = await approve(own.id, { on: '2029-12-29', kop: 20 });
    at('2030-01-09T09:00:00Z');
    await formActs({ month: DECEMBER });
    await mark(late.id, '2029-12-29');
    return { ...late, partner: own.id };
  }

  test('is missing in the acts of December, and a new act of December contains it', async () => {
    const { id, number, partner } = await markedLate();
    expect(await withoutAct()).toEqual([number]);
    expect(ok(await world.boss.get(`${api}/payments/${id}/`))).toMatchObject({
      act: null,
      without_act: { month: DECEMBER, act: null },
    });
    const act = await actOf((await firstOf({ month: DECEMBER, partner })).id);
    expect(act).toMatchObject({ month: DECEMBER, amount_kop: 20 });
    expect(act.content.lines).toMatchObject([{ payment: number, paid_on: '2029-12-29' }]);
    expect(await withoutAct()).toEqual([]);
  });

  test('is in the act of January with its own day when December has an act that is not replaced', async () => {
    const { id } = await payee();
    await pay(id, { on: '2029-12-20' });
    const late = await approve(id, { on: '2029-12-29', kop: 20 });
    at('2030-01-09T09:00:00Z');
    await formActs({ month: DECEMBER });
    await mark(late.id, '2029-12-29');
    await pay(id, { on: '2030-01-09', kop: 3 });
    expect(await withoutAct()).toEqual([late.number]);
    at('2030-02-01T09:00:00Z');
    const act = await actOf((await firstOf({ month: '2030-01', partner: id })).id);
    expect(act.content.lines).toMatchObject([
      { payment: late.number, paid_on: '2029-12-29', amount_kop: 20 },
      { paid_on: '2030-01-09', amount_kop: 3 },
    ]);
    expect(await withoutAct()).toEqual([]);
  });
});

test('acts can be filtered by month, status and text, and counted', async () => {
  const [first, second] = [await payee(), await payee({ last_name: 'Ёлкин' })];
  await pay(first.id, { on: '2029-11-20' });
  await pay(second.id, { on: '2029-11-20' });
  at('2029-12-01T09:00:00Z');
  await formActs();
  const [act] = await listOf(first.caller);
  ok(await first.caller.post(`${api}/acts/${act?.id}/object/`, { objection: 'Нет' }));
  expect(await listOf(world.boss, 'status=objected')).toMatchObject([{ id: act?.id, objection: 'Нет' }]);
  expect(await listOf(world.boss, 'month=2029-10')).toEqual([]);
  expect(await listOf(world.boss, `month=${NOVEMBER}&ordering=number`)).toHaveLength(2);
  expect(await listOf(world.boss, 'search=елкин')).toMatchObject([{ partner: { id: second.id } }]);
  expect(await listOf(world.boss, 'search=А-1')).toHaveLength(1);
  expect(ok(await world.boss.get(`${api}/acts/counts/`))).toEqual({
    all: 2,
    issued: 1,
    confirmed: 0,
    objected: 1,
    replaced: 0,
    annulled: 0,
  });
});
