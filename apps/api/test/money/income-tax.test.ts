import {
  type ActWithContent,
  type FormedActs,
  type JoinPage,
  type Organization,
  type Payment,
  type Registry,
  type TaxMonth,
  WITHHOLDING_IS_OFF,
} from '@referral-dashboard/api-contract';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { contributionsDue, taxPeriods } from '../../src/money/taxes/deadlines.ts';
import { statementFile } from '../setup/one-c-writer.ts';
import { paymentsOfOneC } from '../setup/payout-files.ts';
import { ACCOUNT, organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

const PAYMENTS = `${api}/payments/`;
const SETTINGS = `${api}/organization/`;
const PERSON = { kind: 'individual', inn: '500100732259' };

let world: World;
let boss: Caller;
let money: Payouts;
organizationForEachTest((fixture) => {
  ({ world, boss, money } = fixture);
});

const withhold = async (withholds_tax: boolean) =>
  ok<Organization>(await boss.patch(SETTINGS, { withholds_tax }));

/** Creates a draft payment to an individual while tax withholding is on. */
async function draftTo(kop: number, card: object = PERSON) {
  await withhold(true);
  const { id: partner } = await money.payable(kop, { card });
  money.ready();
  return ok<Payment>(await boss.post(PAYMENTS, { partner }));
}
/** Makes a transition of a payment from its current version. */
async function step({ id }: Pick<Payment, 'id'>, word: string, body: object = {}) {
  const { version } = ok<Payment>(await boss.get(`${PAYMENTS}${id}/`));
  return boss.post(`${PAYMENTS}${id}/${word}/`, { version, ...body });
}

describe('an organization that does not withhold income tax', () => {
  test('refuses individuals as partners with a reason', async () => {
    const card = { phone: world.phone(), last_name: 'Петров', ...PERSON };
    expect(await boss.post(`${api}/partners/`, card)).toMatchObject({
      status: 400,
      body: {
        kind: [`${WITHHOLDING_IS_OFF} Можно выбрать: «Самозанятый», «ИП», «Юридическое лицо».`],
      },
    });
    ok(await boss.patch(SETTINGS, { offer: 'Договор.', personal_data: 'Согласен.' }));
    const { join_code } = await world.program({}, boss);
    const kinds = async () =>
      ok<JoinPage>(await world.anonymous.get(`/api/public/join/${join_code}/`)).partner_kinds;
    expect(await kinds()).toEqual(['self_employed', 'ip', 'legal']);
    await withhold(true);
    expect(await kinds()).toEqual(['individual', 'self_employed', 'ip', 'legal']);
    expect((await boss.post(`${api}/partners/`, card)).status).toBe(201);
  });

  test('gives a card without a type its first allowed type', async () => {
    const create = async () =>
      ok<{ kind: string }>(await boss.post(`${api}/partners/`, { phone: world.phone() })).kind;
    expect(await create()).toBe('self_employed');
    await withhold(true);
    expect(await create()).toBe('individual');
  });

  test('cannot approve a payment to an individual or add it to a registry', async () => {
    const draft = await draftTo(200_000);
    const { id: partner } = await money.payable(300_000, { card: PERSON });
    money.ready();
    await withhold(false);
    const reason = { code: 'no_withholding', detail: WITHHOLDING_IS_OFF };
    expect(await step(draft, 'approve')).toMatchObject({
      status: 409,
      body: { code: 'blocked', blockers: [reason] },
    });
    const { results } = ok<{ results: object[] }>(await boss.get(`${PAYMENTS}eligible/`));
    expect(results).toMatchObject([{ partner: { id: partner }, blockers: [reason] }]);
    expect(await boss.post(`${api}/registries/`, { all: true })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(WITHHOLDING_IS_OFF) },
    });
  });

  test('can complete payments approved while it did', async () => {
    const payment = await draftTo(200_000);
    ok(await step(payment, 'approve'));
    await withhold(false);
    ok(await step(payment, 'process'));
    const paid = { paid_on: world.today(), external_ref: 'ПП 1' };
    expect(ok<Payment>(await step(payment, 'mark-paid', paid)).status).toBe('paid');
  });
});

test('keeps the first day of withholding when the setting is saved again, and the journal contains it', async () => {
  const { withholds_tax_since: since } = await withhold(true);
  expect(since).toBe(world.server.now().toISOString());
  world.server.advance(60);
  expect((await withhold(true)).withholds_tax_since).toBe(since);
  expect((await withhold(false)).withholds_tax_since).toBeNull();
  const { results } = ok<{ results: { changes: { label: string }[] }[] }>(
    await boss.get(`${api}/journal/?kind=organization`),
  );
  expect(JSON.stringify(results)).toContain('Удерживаем НДФЛ и платим взносы с');
});

describe('a payment to an individual', () => {
  test('fixes the tax at approval: the partner earns the whole amount, and the bank transfers it less the tax', async () => {
    const draft = await draftTo(10_000_00);
    expect(draft).toMatchObject({ amount_kop: 10_000_00, tax_kop: 0, withholding: null });
    const approved = ok<Payment>(await step(draft, 'approve'));
    expect(approved).toMatchObject({
      amount_kop: 10_000_00,
      tax_kop: 1_300_00,
      withholding: {
        year: 2026,
        residence: 'resident',
        rates: [{ bps: 1300, kop: 10_000_00 }],
        contributions_kop: 3_000_00,
      },
    });
    const paid = { paid_on: world.today(), external_ref: 'ПП 1' };
    expect(ok<Payment>(await step(draft, 'mark-paid', paid))).toMatchObject({ tax_kop: 1_300_00 });
    const { results } = ok<{ results: { changes: object[] }[] }>(
      await boss.get(`${api}/journal/?kind=payment`),
    );
    expect(JSON.stringify(results)).toContain('НДФЛ');
  });

  test('adds to the income of the year, without canceled payments and once when it is approved again after a failure', async () => {
    await withhold(true);
    const { id: partner } = await money.payable(2_400_000_00, { card: PERSON });
    money.ready();
    const next = async (kop: number) => {
      await money.give(partner, kop);
      return ok<Payment>(await boss.post(PAYMENTS, { partner }));
    };
    const first = ok<Payment>(await boss.post(PAYMENTS, { partner }));
    expect(ok<Payment>(await step(first, 'approve')).tax_kop).toBe(312_000_00);
    const second = await next(100_000_00);
    expect(ok<Payment>(await step(second, 'approve'))).toMatchObject({
      tax_kop: 15_000_00,
      withholding: { rates: [{ bps: 1500, kop: 100_000_00 }] },
    });
    ok(await step(second, 'process'));
    ok(await step(second, 'mark-failed', { reason: 'Счет закрыт' }));
    expect(ok<Payment>(await step(second, 'retry')).tax_kop).toBe(15_000_00);
    ok(await step(first, 'cancel', { reason: 'Ошибка' }));
    // The excess tax of the second payment is returned.
    const third = await next(1_000_00);
    expect(ok<Payment>(await step(third, 'approve'))).toMatchObject({ amount_kop: 2_401_000_00 });
    const { tax_kop } = ok<Payment>(await boss.get(`${PAYMENTS}${third.id}/`));
    expect(15_000_00 + tax_kop).toBe(312_000_00 + 0.15 * 101_000_00);
  });

  test('starts a new year of income', async () => {
    const first = await draftTo(2_400_000_00);
    ok(await step(first, 'approve'));
    world.server.advance(200 * 24 * 60 * 60);
    await money.give(first.partner.id, 10_000_00);
    const second = ok<Payment>(await boss.post(PAYMENTS, { partner: first.partner.id }));
    expect(ok<Payment>(await step(second, 'approve'))).toMatchObject({
      tax_kop: 1_300_00,
      withholding: { year: 2027 },
    });
  });

  test('is taxed at 30 % for a non-resident, and the partner does not see the contributions', async () => {
    await withhold(true);
    const { card, caller } = await world.partner({ ...PERSON, tax_residence: 'nonresident' }, boss);
    await money.method(card.id, { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' });
    await money.give(card.id, 1_001_67);
    money.ready();
    const draft = ok<Payment>(await boss.post(PAYMENTS, { partner: card.id }));
    ok(await step(draft, 'approve'));
    expect(ok<Payment>(await caller.get(`${PAYMENTS}${draft.id}/`))).toMatchObject({
      amount_kop: 1_001_67,
      tax_kop: 301_00,
      withholding: { residence: 'nonresident', contributions_kop: null },
    });
  });

  test('approved concurrently with another is taxed after it', async () => {
    const first = await draftTo(2_400_000_00);
    await money.give(first.partner.id, 100_000_00);
    const second = ok<Payment>(await boss.post(PAYMENTS, { partner: first.partner.id }));
    const responses = await Promise.all([step(first, 'approve'), step(second, 'approve')]);
    const taxes = responses.map((response) => ok<Payment>(response).tax_kop);
    expect(taxes.reduce((sum, kop) => sum + kop, 0)).toBe(312_000_00 + 15_000_00);
  });

  test('keeps its tax when a later statement updates it', async () => {
    const draft = await draftTo(10_000_00);
    ok(await step(draft, 'approve'));
    await expect(
      world.server.db.updateTable('payments').set({ taxes: null }).where('id', '=', draft.id).execute(),
    ).rejects.toThrow('settled');
  });
});

describe('the bank', () => {
  test('transfers the amount after tax in the registry, its file, the statement and the payment QR code', async () => {
    ok(await boss.patch(SETTINGS, PAYER));
    await withhold(true);
    for (const kop of [10_000_00, 20_000_55]) await money.payable(kop, { card: PERSON, method: ACCOUNT });
    await money.payable(5_000_00, { method: ACCOUNT });
    money.ready();
    const { results } = await money.form();
    const [draft] = results;
    if (draft === undefined) throw new Error('no registry was formed');
    const registry = ok<Registry>(await money.step(draft, 'approve'));
    expect(registry).toMatchObject({
      amount_kop: 35_000_55,
      tax_kop: 3_900_00,
      lines: { open: { tax_kop: 3_900_00 } },
    });
    expect(ok<{ kinds: object[] }>(await boss.get(`${REGISTRIES}${registry.id}/`)).kinds).toEqual([
      { kind: 'individual', count: 2, amount_kop: 30_000_55, tax_kop: 3_900_00 },
      { kind: 'ip', count: 1, amount_kop: 5_000_00, tax_kop: 0 },
    ]);
    const file = await boss.open(`${REGISTRIES}${registry.id}/file/?format=1c`);
    const paid = paymentsOfOneC(Buffer.from(await file.arrayBuffer()));
    expect(paid.map(({ kop }) => kop)).toEqual([8_700_00, 17_400_55, 5_000_00]);
    expect(paid.reduce((sum, { kop }) => sum + kop, 0)).toBe(registry.amount_kop - registry.tax_kop);

    const payments = ok<{ results: Payment[] }>(await boss.get(`${PAYMENTS}?ordering=number`)).results;
    const debits = payments.map((payment, index) => ({
      number: String(index + 1),
      day: world.today(),
      account: ACCOUNT.account,
      inn: '0',
      amount: ((payment.amount_kop - payment.tax_kop) / 100).toFixed(2),
      purpose: payment.purpose,
    }));
    const statement = ok<{ id: string; exact: object }>(
      await boss.post(`${api}/bank-statements/`, {
        name: 'kl_to_1c.txt',
        data: statementFile(PAYER.bank_account, debits),
      }),
    );
    expect(statement.exact).toMatchObject({ count: 3, amount_kop: 31_100_55 });
    const documents = ok<{ results: { id: string }[] }>(
      await boss.get(`${api}/bank-statements/${statement.id}/documents/`),
    ).results;
    ok(
      await boss.post(`${api}/bank-statements/${statement.id}/apply/`, {
        documents: documents.map(({ id }) => id),
      }),
    );
    expect(ok<Registry>(await boss.get(`${REGISTRIES}${registry.id}/`))).toMatchObject({
      status: 'closed',
      lines: { paid: { count: 3, amount_kop: 35_000_55, tax_kop: 3_900_00 } },
    });
  });

  test('receives two payments of one registry to one individual, taxed in sequence', async () => {
    const first = await draftTo(2_400_000_00);
    await money.give(first.partner.id, 100_000_00);
    ok<Payment>(await boss.post(PAYMENTS, { partner: first.partner.id }));
    const all = ok<{ results: Payment[] }>(await boss.get(PAYMENTS)).results.map(({ id }) => id);
    const [draft] = (await money.form({ payments: all })).results;
    if (draft === undefined) throw new Error('no registry was formed');
    expect(ok<Registry>(await money.step(draft, 'approve')).tax_kop).toBe(312_000_00 + 15_000_00);
  });
});

describe("the accountant's list", () => {
  const paidOn = async (payment: Pick<Payment, 'id'>) => {
    ok(await step(payment, 'approve'));
    ok(await step(payment, 'mark-paid', { paid_on: world.today(), external_ref: 'ПП 1' }));
    return world.today();
  };

  test('contains every payment of a month with its tax, contributions and deadlines', async () => {
    const draft = await draftTo(10_000_55, { ...PERSON, last_name: 'Ёлкин', first_name: 'Пётр' });
    const day = await paidOn(draft);
    const month = day.slice(0, 7);
    const sums = ok<TaxMonth>(await boss.get(`${PAYMENTS}taxes/?month=${month}`));
    expect(sums).toMatchObject({
      month,
      payments: 1,
      amount_kop: 10_000_55,
      tax_kop: 1_300_00,
      contributions_kop: 3_000_17,
      contributions_due_on: contributionsDue(month),
    });
    expect(sums.periods.map(({ due_on }) => due_on)).toEqual(taxPeriods(month).map(({ due_on }) => due_on));
    expect(sums.periods.find(({ from, to }) => from <= day && day <= to)).toMatchObject({
      payments: 1,
      tax_kop: 1_300_00,
    });
    const file = await boss.open(`${PAYMENTS}taxes/export/?month=${month}&format=csv`);
    const [row, ...others] = parse<Record<string, string>>(await file.text(), {
      columns: true,
      bom: true,
      delimiter: ';',
    });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      Выплата: draft.number,
      'Физическое лицо': 'Ёлкин Пётр',
      'Начислено, ₽': '10000,55',
      'НДФЛ, ₽': '1300,00',
      'Выплачено, ₽': '8700,55',
      'Взносы, ₽': '3000,17',
    });
    const other = ok<TaxMonth>(await boss.get(`${PAYMENTS}taxes/?month=2020-01`));
    expect(other).toMatchObject({ payments: 0, tax_kop: 0 });
  });

  test('is open only to owners and accountants of the organization', async () => {
    const address = `${PAYMENTS}taxes/?month=2026-11`;
    for (const position of ['manager', 'viewer'] as const)
      expect((await (await world.employee(position)).get(address)).status).toBe(403);
    expect((await (await world.employee('accountant')).get(address)).status).toBe(200);
    expect((await (await world.partner()).caller.get(address)).status).toBe(403);
  });
});

describe('the act of an individual', () => {
  const ACTS = `${api}/acts/`;

  /** Pays an individual and a company in this month and creates its acts in the next one. */
  async function formed() {
    for (const card of [PERSON, { ...PERSON, kind: 'ip' }]) {
      const draft = await draftTo(10_000_55, card);
      ok(await step(draft, 'approve'));
      ok(await step(draft, 'mark-paid', { paid_on: world.today(), external_ref: 'ПП 1' }));
    }
    const month = world.today().slice(0, 7);
    world.server.advance(31 * 24 * 60 * 60);
    return ok<FormedActs>(await boss.post(ACTS, { month })).results;
  }

  test('contains the withheld tax and the transfer below the amount before tax in the list and the files', async () => {
    const acts = await formed();
    const taxed = acts.find(({ tax_kop }) => tax_kop > 0);
    expect(acts.map(({ tax_kop }) => tax_kop).toSorted()).toEqual([0, 1_300_00]);
    expect(taxed?.amount_kop).toBe(10_000_55);
    const { content } = ok<ActWithContent>(await boss.get(`${ACTS}${taxed?.id}/`));
    expect(content.tax).toMatch(/^При выплате удержан НДФЛ: 1\s300,00\s₽\. Перечислено: 8\s700,55\s₽\.$/);
    const file = await boss.open(`${ACTS}${taxed?.id}/file/?format=xlsx`);
    const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()));
    expect(JSON.stringify(sheet)).toContain('При выплате удержан НДФЛ');
    const untaxed = acts.find(({ tax_kop }) => tax_kop === 0);
    expect(ok<ActWithContent>(await boss.get(`${ACTS}${untaxed?.id}/`)).content).not.toHaveProperty('tax');
  });
});
