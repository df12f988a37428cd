import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { DAY_SECONDS, newPartners } from '../setup/ledger.ts';
import { createMoneyFixture, type MoneyFixture, ON_WON } from '../setup/money-fixture.ts';

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
});
afterAll(() => database.drop());

const query = { ordering: 'number', page_size: 100 } as const;
const plain = (words: string | undefined) => words?.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('a reward on hold', () => {
  test.each([
    { ms: -1, status: 'hold' },
    { ms: 0, status: 'available' },
    { ms: 1, status: 'available' },
  ])('is $status at $ms ms from the end of the hold in every response', async ({ ms, status }) => {
    const { partner, kop } = await fixture.createReward(ON_WON, 'won');
    const [reward] = await fixture.accrualsOf(partner);
    fixture.ledger.setClock(new Date((reward?.hold_until?.getTime() ?? 0) + ms));
    const filter = { partner: [partner.id] };
    const { accruals, partners, payments } = fixture.ledger;
    expect((await accruals.list(fixture.staff, { ...query, ...filter })).results).toMatchObject([{ status }]);
    expect(
      (await accruals.list(fixture.staff, { ...query, ...filter, status: ['available'] })).results,
    ).toHaveLength(status === 'available' ? 1 : 0);
    expect(await accruals.counts(fixture.staff, filter)).toMatchObject({
      [status]: 1,
      sums: { [status]: kop },
    });
    expect(await partners.get(fixture.staff, partner.id)).toMatchObject({
      balance: { [`${status}_kop`]: kop },
    });
    const formed = payments.create(fixture.staff, { partner: partner.id }, undefined);
    if (status === 'available') expect(await formed).toMatchObject({ amount_kop: kop });
    else
      await expect(formed).rejects.toMatchObject({
        response: { status: 409, body: { code: 'below_minimum' } },
      });
  });

  test('returns from a review to hold, or is available when the hold has ended', async () => {
    for (const [days, status] of [
      [13, 'hold'],
      [14, 'available'],
    ] as const) {
      const { partner } = await fixture.createReward(ON_WON, 'won');
      const [reward] = await fixture.accrualsOf(partner);
      await fixture.ledger.accruals.review(fixture.staff, reward?.id ?? '', 'Проверим');
      fixture.ledger.advance(days * DAY_SECONDS);
      expect(await fixture.ledger.accruals.release(fixture.staff, reward?.id ?? '', '')).toMatchObject({
        status,
      });
    }
  });

  test('is available immediately when the hold is zero days', async () => {
    const reward = await fixture.rewardFor({ ...ON_WON, hold_days: 0 }, 1_000_000);
    expect(reward?.status).toBe('available');
    expect(plain(reward?.explanation)).toBe('7,5 % от 10 000,00 ₽; можно выплатить сразу');
  });
});

describe('days in Moscow time', () => {
  test('are used in filters and statements', async () => {
    const { partner } = await fixture.createTerms(ON_WON);
    const filter = { partner: [partner.id] };
    fixture.ledger.setClock(new Date('2026-03-02T20:59:59.999Z'));
    await fixture.bonus(partner, 100);
    fixture.ledger.setClock(new Date('2026-03-02T21:00:00.000Z'));
    await fixture.bonus(partner, 10);
    const sums = (days: object) => fixture.ledger.accruals.counts(fixture.staff, { ...filter, ...days });
    expect(await sums({ created_to: '2026-03-02' })).toMatchObject({ all: 1, sums: { all: 100 } });
    expect(await sums({ created_from: '2026-03-03' })).toMatchObject({ all: 1, sums: { all: 10 } });
    expect(await sums({ created_from: '2026-03-02', created_to: '2026-03-03' })).toMatchObject({ all: 2 });
    const statement = (day: string) => fixture.statement(partner, day, day);
    expect(await statement('2026-03-02')).toMatchObject({ opening_kop: 0, closing_kop: 100 });
    expect(await statement('2026-03-03')).toMatchObject({ opening_kop: 100, closing_kop: 110 });
  });

  test('are used for the end of a hold', async () => {
    const { program, partner } = await fixture.createTerms(ON_WON);
    const { id } = await fixture.lead(program, partner);
    await fixture.move(id, 'in_progress');
    fixture.ledger.setClock(new Date('2026-08-20T21:30:00.000Z'));
    await fixture.move(id, 'won', 12_500_000);
    const [reward] = await fixture.accrualsOf(partner);
    expect(plain(reward?.explanation)).toBe('7,5 % от 125 000,00 ₽; удержание до 4 сен 2026');
  });
});

describe('the texts of accruals and payments', () => {
  const explanationOf = async (reward: object, deal = 12_500_000, hold_days = 0) =>
    plain((await fixture.rewardFor({ ...ON_WON, reward, hold_days }, deal))?.explanation);

  test('contain the rule of a reward', async () => {
    expect(await explanationOf({ kind: 'fixed', fixed_kop: 150_050 })).toBe(
      '1 500,50 ₽; можно выплатить сразу',
    );
    expect(await explanationOf({ kind: 'percent', percent_bps: 1000, cap_per_lead_kop: 500_000 })).toBe(
      '10 % от 125 000,00 ₽, не больше 5 000,00 ₽; можно выплатить сразу',
    );
    expect(await explanationOf({ kind: 'tiered', tiers: [{ from: 0, fixed_kop: 100 }] })).toBe(
      '1,00 ₽ за 1-й лид, ставка с 1-го лида; можно выплатить сразу',
    );
  });

  test('contain the rule at the creation of the lead, and the new rule for later leads', async () => {
    const { program, partner } = await fixture.createTerms(ON_WON);
    const firstLead = await fixture.lead(program, partner);
    for (const percent_bps of [1000, 1500]) {
      const { version } = await fixture.ledger.programs.get(fixture.staff, program);
      await fixture.ledger.programs.update(fixture.staff, program, {
        version,
        reward: { kind: 'percent', percent_bps },
      });
    }
    const late = await fixture.lead(program, partner);
    for (const { id } of [firstLead, late]) {
      await fixture.move(id, 'in_progress');
      await fixture.move(id, 'won', 100_000);
    }
    const words = (await fixture.accrualsOf(partner)).map(({ explanation }) => plain(explanation));
    expect(words).toEqual([
      '7,5 % от 1 000,00 ₽; удержание до 16 мар 2026',
      '15 % от 1 000,00 ₽; удержание до 16 мар 2026',
    ]);
  });

  test('contain VAT by the type of the partner, and none for individuals', async () => {
    await database.db
      .updateTable('organizations')
      .set({ vat_ip: 'usn_5', vat_legal: 'general' })
      .where('id', '=', fixture.organizationId)
      .execute();
    const { program } = await fixture.createTerms();
    const formed = async (kind: 'self_employed' | 'ip' | 'legal') => {
      const [partner] = await newPartners(fixture.ledger, fixture.staff, [program], 1);
      if (partner === undefined) throw new Error('no partner was made');
      await database.db.updateTable('partners').set({ kind, inn: '' }).where('id', '=', partner.id).execute();
      await fixture.bonus(partner, 1_000_000);
      const { purpose } = await fixture.ledger.payments.create(
        fixture.staff,
        { partner: partner.id },
        undefined,
      );
      return purpose.slice(purpose.indexOf('. ') + 2);
    };
    expect(await formed('self_employed')).toBe('Без НДС.');
    expect(await formed('ip')).toBe('В том числе НДС 5 % - 476.19 руб.');
    expect(await formed('legal')).toBe('В том числе НДС 22 % - 1803.28 руб.');
    await database.db
      .updateTable('organizations')
      .set({ vat_ip: 'none', vat_legal: 'none' })
      .where('id', '=', fixture.organizationId)
      .execute();
  });

  test('contain the contract of the partner in the purpose of a payment', async () => {
    const [partner] = await newPartners(
      fixture.ledger,
      fixture.staff,
      [(await fixture.createTerms()).program],
      1,
    );
    if (partner === undefined) throw new Error('no partner was made');
    await database.db
      .updateTable('partners')
      .set({ contract_number: '12/Р', contract_date: '2026-01-15' })
      .where('id', '=', partner.id)
      .execute();
    await fixture.bonus(partner, 100);
    const { purpose } = await fixture.ledger.payments.create(
      fixture.staff,
      { partner: partner.id },
      undefined,
    );
    expect(purpose).toMatch(/^Вознаграждение по реферальной программе по договору № 12\/Р от 15\.01\.2026, /);
  });

  test('limit the purpose of a payment to 210 characters for any name of the organization', async () => {
    const programNamed = (name: string) =>
      database.db
        .updateTable('organizations')
        .set({ name })
        .where('id', '=', fixture.organizationId)
        .execute();
    await programNamed(`Общество с ограниченной ответственностью «${'Ромашка🌼'.repeat(25)}»`);
    const [partner] = await newPartners(
      fixture.ledger,
      fixture.staff,
      [(await fixture.createTerms()).program],
      1,
    );
    if (partner === undefined) throw new Error('no partner was made');
    await fixture.bonus(partner, 100);
    const { purpose, number } = await fixture.ledger.payments.create(
      fixture.staff,
      { partner: partner.id },
      undefined,
    );
    await programNamed('Ромашка');
    expect(purpose).toContain(`, выплата ${number}. Без НДС.`);
    expect(purpose).toMatch(/^Вознаграждение по реферальной программе, Общество .*…, выплата/);
    expect([...purpose]).toHaveLength(210);
    expect(purpose.isWellFormed()).toBe(true);
  });
});
