import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { DAY_SECONDS, newPartners } from '../setup/ledger.ts';
import { createStage, ON_WON, type Stage } from '../setup/money-stage.ts';

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await reusedDatabase();
  stage = await createStage(database.db);
});
afterAll(() => database.drop());

const listed = { ordering: 'number', page_size: 100 } as const;
const plain = (words: string | undefined) => words?.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('a reward on hold', () => {
  test.each([
    { ms: -1, status: 'hold' },
    { ms: 0, status: 'available' },
    { ms: 1, status: 'available' },
  ])('is $status at $ms ms from the end of the hold in every response', async ({ ms, status }) => {
    const { partner, kop } = await stage.rewarded(ON_WON, 'won');
    const [reward] = await stage.accrualsOf(partner);
    stage.ledger.setClock(new Date((reward?.hold_until?.getTime() ?? 0) + ms));
    const only = { partner: [partner.id] };
    const { accruals, partners, payments } = stage.ledger;
    expect((await accruals.list(stage.staff, { ...listed, ...only })).results).toMatchObject([{ status }]);
    expect(
      (await accruals.list(stage.staff, { ...listed, ...only, status: ['available'] })).results,
    ).toHaveLength(status === 'available' ? 1 : 0);
    expect(await accruals.counts(stage.staff, only)).toMatchObject({ [status]: 1, sums: { [status]: kop } });
    expect(await partners.get(stage.staff, partner.id)).toMatchObject({
      balance: { [`${status}_kop`]: kop },
    });
    const formed = payments.create(stage.staff, { partner: partner.id }, undefined);
    if (status === 'available') expect(await formed).toMatchObject({ amount_kop: kop });
    else
      await expect(formed).rejects.toMatchObject({
        answer: { status: 409, body: { code: 'below_minimum' } },
      });
  });

  test('returns from a review to hold, or is available when the hold has ended', async () => {
    for (const [days, status] of [
      [13, 'hold'],
      [14, 'available'],
    ] as const) {
      const { partner } = await stage.rewarded(ON_WON, 'won');
      const [reward] = await stage.accrualsOf(partner);
      await stage.ledger.accruals.review(stage.staff, reward?.id ?? '', 'Проверим');
      stage.ledger.advance(days * DAY_SECONDS);
      expect(await stage.ledger.accruals.release(stage.staff, reward?.id ?? '', '')).toMatchObject({
        status,
      });
    }
  });

  test('is available immediately when the hold is zero days', async () => {
    const reward = await stage.rewardFor({ ...ON_WON, hold_days: 0 }, 1_000_000);
    expect(reward?.status).toBe('available');
    expect(plain(reward?.explanation)).toBe('7,5 % от 10 000,00 ₽; можно выплатить сразу');
  });
});

describe('days in Moscow time', () => {
  test('are used in filters and statements', async () => {
    const { partner } = await stage.terms(ON_WON);
    const only = { partner: [partner.id] };
    stage.ledger.setClock(new Date('2026-03-02T20:59:59.999Z'));
    await stage.bonus(partner, 100);
    stage.ledger.setClock(new Date('2026-03-02T21:00:00.000Z'));
    await stage.bonus(partner, 10);
    const sums = (days: object) => stage.ledger.accruals.counts(stage.staff, { ...only, ...days });
    expect(await sums({ created_to: '2026-03-02' })).toMatchObject({ all: 1, sums: { all: 100 } });
    expect(await sums({ created_from: '2026-03-03' })).toMatchObject({ all: 1, sums: { all: 10 } });
    expect(await sums({ created_from: '2026-03-02', created_to: '2026-03-03' })).toMatchObject({ all: 2 });
    const statement = (day: string) => stage.statement(partner, day, day);
    expect(await statement('2026-03-02')).toMatchObject({ opening_kop: 0, closing_kop: 100 });
    expect(await statement('2026-03-03')).toMatchObject({ opening_kop: 100, closing_kop: 110 });
  });

  test('are used for the end of a hold', async () => {
    const { program, partner } = await stage.terms(ON_WON);
    const { id } = await stage.lead(program, partner);
    await stage.move(id, 'in_progress');
    stage.ledger.setClock(new Date('2026-08-20T21:30:00.000Z'));
    await stage.move(id, 'won', 12_500_000);
    const [reward] = await stage.accrualsOf(partner);
    expect(plain(reward?.explanation)).toBe('7,5 % от 125 000,00 ₽; удержание до 4 сен 2026');
  });
});

describe('the texts of accruals and payments', () => {
  const said = async (reward: object, deal = 12_500_000, hold_days = 0) =>
    plain((await stage.rewardFor({ ...ON_WON, reward, hold_days }, deal))?.explanation);

  test('contain the rule of a reward', async () => {
    expect(await said({ kind: 'fixed', fixed_kop: 150_050 })).toBe('1 500,50 ₽; можно выплатить сразу');
    expect(await said({ kind: 'percent', percent_bps: 1000, cap_per_lead_kop: 500_000 })).toBe(
      '10 % от 125 000,00 ₽, не больше 5 000,00 ₽; можно выплатить сразу',
    );
    expect(await said({ kind: 'tiered', tiers: [{ from: 0, fixed_kop: 100 }] })).toBe(
      '1,00 ₽ за 1-й лид, ставка с 1-го; можно выплатить сразу',
    );
  });

  test('contain the rule at the creation of the lead, and the new rule for later leads', async () => {
    const { program, partner } = await stage.terms(ON_WON);
    const early = await stage.lead(program, partner);
    for (const percent_bps of [1000, 1500]) {
      const { version } = await stage.ledger.programs.get(stage.staff, program);
      await stage.ledger.programs.update(stage.staff, program, {
        version,
        reward: { kind: 'percent', percent_bps },
      });
    }
    const late = await stage.lead(program, partner);
    for (const { id } of [early, late]) {
      await stage.move(id, 'in_progress');
      await stage.move(id, 'won', 100_000);
    }
    const words = (await stage.accrualsOf(partner)).map(({ explanation }) => plain(explanation));
    expect(words).toEqual([
      '7,5 % от 1 000,00 ₽; удержание до 16 мар 2026',
      '15 % от 1 000,00 ₽; удержание до 16 мар 2026',
    ]);
  });

  test('contain VAT by the type of the partner, and none for individuals', async () => {
    await database.db
      .updateTable('organizations')
      .set({ vat_ip: 'usn_5', vat_legal: 'general' })
      .where('id', '=', stage.organizationId)
      .execute();
    const { program } = await stage.terms();
    const formed = async (kind: 'self_employed' | 'ip' | 'legal') => {
      const [partner] = await newPartners(stage.ledger, stage.staff, [program], 1);
      if (partner === undefined) throw new Error('no partner was made');
      await database.db.updateTable('partners').set({ kind, inn: '' }).where('id', '=', partner.id).execute();
      await stage.bonus(partner, 1_000_000);
      const { purpose } = await stage.ledger.payments.create(stage.staff, { partner: partner.id }, undefined);
      return purpose.slice(purpose.indexOf('. ') + 2);
    };
    expect(await formed('self_employed')).toBe('Без НДС.');
    expect(await formed('ip')).toBe('В том числе НДС 5 % - 476.19 руб.');
    expect(await formed('legal')).toBe('В том числе НДС 22 % - 1803.28 руб.');
    await database.db
      .updateTable('organizations')
      .set({ vat_ip: 'none', vat_legal: 'none' })
      .where('id', '=', stage.organizationId)
      .execute();
  });

  test('contain the contract of the partner in the purpose of a payment', async () => {
    const [partner] = await newPartners(stage.ledger, stage.staff, [(await stage.terms()).program], 1);
    if (partner === undefined) throw new Error('no partner was made');
    await database.db
      .updateTable('partners')
      .set({ contract_number: '12/Р', contract_date: '2026-01-15' })
      .where('id', '=', partner.id)
      .execute();
    await stage.bonus(partner, 100);
    const { purpose } = await stage.ledger.payments.create(stage.staff, { partner: partner.id }, undefined);
    expect(purpose).toMatch(/^Вознаграждение по реферальной программе по договору № 12\/Р от 15\.01\.2026, /);
  });

  test('limit the purpose of a payment to 210 characters for any name of the organization', async () => {
    const named = (name: string) =>
      database.db.updateTable('organizations').set({ name }).where('id', '=', stage.organizationId).execute();
    await named(`Общество с ограниченной ответственностью «${'Ромашка🌼'.repeat(25)}»`);
    const [partner] = await newPartners(stage.ledger, stage.staff, [(await stage.terms()).program], 1);
    if (partner === undefined) throw new Error('no partner was made');
    await stage.bonus(partner, 100);
    const { purpose, number } = await stage.ledger.payments.create(
      stage.staff,
      { partner: partner.id },
      undefined,
    );
    await named('Ромашка');
    expect(purpose).toContain(`, выплата ${number}. Без НДС.`);
    expect(purpose).toMatch(/^Вознаграждение по реферальной программе, Общество .*…, выплата/);
    expect([...purpose]).toHaveLength(210);
    expect(purpose.isWellFormed()).toBe(true);
  });
});
