import type { Payment, TaxStatus, TaxYear } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { type TestDatabase, testDatabase } from '../../src/testing/databases.ts';
import { createSchemaBefore } from '../setup/earlier-schema.ts';
import { csvRows } from '../setup/files.ts';
import { createInn } from '../setup/inn.ts';
import { type Payouts, payouts } from '../setup/payouts.ts';
import { api, approve, createWorld, ok, type World } from '../setup/world.ts';

describe('a payment', () => {
  let world: World;
  let money: Payouts;
  beforeAll(async () => {
    world = await createWorld();
    world.server.setClock(new Date('2027-03-10T09:00:00Z'));
    money = payouts(world);
  });
  afterAll(() => world.stop());

  async function pay(partner: string) {
    const { id } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner }));
    const address = `${api}/payments/${id}/`;
    ok(await approve(world.boss, address));
    ok(await world.boss.post(`${address}mark-paid/`, { paid_on: world.today(), external_ref: '17' }));
  }
  async function change(id: string, body: object) {
    const { version } = ok<{ version: number }>(await world.boss.get(`${api}/partners/${id}/`));
    return world.boss.patch(`${api}/partners/${id}/`, { version, ...body });
  }

  test('keeps the kind and the INN of the partner from its approval in all reports and files', async () => {
    const [inn, later] = [createInn(910_000), createInn(910_001)];
    const card = await money.payable(150_000, { card: { kind: 'self_employed', inn } });
    money.ready();
    await pay(card.id);
    ok(await change(card.id, { kind: 'ip', inn: later }));
    await money.give(card.id, 200_000);
    await pay(card.id);

    expect(ok<TaxYear>(await world.boss.get(`${api}/payments/taxes/year/?year=2027`))).toEqual({
      year: '2027',
      kinds: [
        {
          kind: 'ip',
          partners: 1,
          payments: 1,
          returns: 0,
          amount_kop: 200_000,
          tax_kop: 0,
          settled_kop: 0,
          contributions_kop: 0,
        },
        {
          kind: 'self_employed',
          partners: 1,
          payments: 1,
          returns: 0,
          amount_kop: 150_000,
          tax_kop: 0,
          settled_kop: 0,
          contributions_kop: 0,
        },
      ],
    });
    const rows = await csvRows(world.boss, 'payments/taxes/year', 'year=2027');
    expect(
      rows
        .map((row) => [
          row['Вид партнера при выплате'],
          row['ИНН при выплате'],
          row['Налоговый период'],
          row['Выплачено, ₽'],
        ])
        .sort(),
    ).toEqual([
      ['ИП', later, '2027', '2000,00'],
      ['Самозанятый', inn, '2027', '1500,00'],
    ]);
    const payments = await csvRows(world.boss, 'payments', 'ordering=number');
    expect(payments).toMatchObject([
      { 'Вид партнера': 'Самозанятый', 'Налоговый период': '2027' },
      { 'Вид партнера': 'ИП', 'Налоговый период': '2027' },
    ]);
    expect(payments.map((row) => row['ИНН партнера']?.replace("'", ''))).toEqual([inn, later]);
    expect(await csvRows(world.boss, 'partners')).toMatchObject([
      { 'Налоговый период': '2027', 'Выплачено за период, ₽': '3500,00' },
    ]);

    const status = ok<TaxStatus>(await world.boss.get(`${api}/partners/${card.id}/tax-status/`));
    expect(status.paid_kop).toBe(150_000);
    expect(ok<TaxYear>(await world.boss.get(`${api}/payments/taxes/year/?year=2026`)).kinds).toEqual([]);
  });

  test('is in no yearly report of a position that cannot read taxes', async () => {
    const manager = await world.employee('manager');
    for (const path of ['taxes/year/?year=2027', 'taxes/year/export/?year=2027&format=csv'])
      expect((await manager.get(`${api}/payments/${path}`)).status).toBe(403);
    expect((await world.boss.get(`${api}/payments/taxes/year/?year=27`)).status).toBe(400);
  });
});

test('an upgrade takes the kind of earlier payments from the journal and the INN from the requisites, or marks it as unknown', async () => {
  const database: TestDatabase = await testDatabase();
  const { db } = database;
  await createSchemaBefore(db, '0062-transfers');
  const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into organizations (id, name, created_at, updated_at) values (${id(1)}, 'Окна', now(), now())`.execute(
      trx,
    );
    await sql`
      insert into partners (organization_id, id, status, kind, last_name, first_name, father_name, company_name,
        name, name_key, phone, email, inn, search_text, created_at, updated_at)
      values (${id(1)}, ${id(2)}, 'active', 'ip', '', '', '', '', 'П', 'п', '+79160000001', '', '500100732259', 'п', now(), now())`.execute(
      trx,
    );
    await sql`
      insert into payments (organization_id, id, number, partner_id, status, amount_kop, purpose, method, requested, created_at,
        updated_at, approved_at, paid_at, paid_on, external_ref)
      select ${id(1)}::uuid, ('00000000-0000-7000-8000-00000000001' || n)::uuid, n, ${id(2)}::uuid, 'paid', 100, 'Выплата', method::jsonb,
        false, at::date, at::date, at::date, at::date, at::date, '1'
      from (values (1, '2026-03-01', '{"inn": "7707083893"}'), (2, '2026-03-01', '{}'), (3, '2026-05-01', '{}')) paid (n, at, method)`.execute(
      trx,
    );
    await sql`
      insert into accruals (organization_id, id, number, partner_id, kind, amount_kop, explanation, status, payment_id, created_at, updated_at)
      select organization_id, id, number, partner_id, 'bonus', 100, 'За встречу', 'paid', id, created_at, updated_at from payments`.execute(
      trx,
    );
    await sql`
      insert into audit_entries (organization_id, id, action, object_kind, object_id, diff, at, request_id)
      values (${id(1)}, ${id(20)}, 'partner.update', 'partner', ${id(2)},
        '{"changed": ["kind", "inn"], "before": {"kind": "self_employed"}, "after": {"kind": "ip"}}', '2026-04-01', 'r')`.execute(
      trx,
    );
  });
  await migrate(db, migrations);
  const payments = await db
    .selectFrom('payments')
    .select(['payee_kind', 'payee_inn'])
    .orderBy('number')
    .execute();
  await database.drop();
  expect(payments).toEqual([
    { payee_kind: 'self_employed', payee_inn: '7707083893' },
    { payee_kind: 'self_employed', payee_inn: null },
    { payee_kind: 'ip', payee_inn: '500100732259' },
  ]);
});
