import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { computeTransfer, type RegistryLine } from '@referral-dashboard/api-contract';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActsService } from '../../src/money/acts/acts.service.ts';
import { payablePage } from '../../src/money/payable/payable.repo.ts';
import { payoutTotals } from '../../src/money/payable/payable.ts';
import { analyzeTables } from '../../src/platform/db/statistics.ts';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { newPartners, newProgram, type Person, START } from '../setup/ledger.ts';
import { createMoneyFixture, type MoneyFixture } from '../setup/money-fixture.ts';
import { statementFile } from '../setup/one-c-writer.ts';
import { paymentsOfOneC, toKopecks } from '../setup/payout-files.ts';
import { ACCOUNT, PAYER } from '../setup/payouts.ts';
import { createRegistryFixture } from '../setup/registry-fixture.ts';

/** `REGISTRY_SIZE=5000` adds a registry of that size and prints the time of each step. */
const { REGISTRY_SIZE = '' } = process.env;
const SIZES = [1, 40, ...(REGISTRY_SIZE === '' ? [] : [Number(REGISTRY_SIZE)])];
const TOGETHER = 1000;

let database: TestDatabase;
let fixture: MoneyFixture;
beforeAll(async () => {
  database = await reusedDatabase();
  fixture = await createMoneyFixture(database.db);
  await database.db
    .updateTable('organizations')
    .set(PAYER)
    .where('id', '=', fixture.organizationId)
    .execute();
});
afterAll(() => database.drop());

/** Creates partners with different available amounts and bank accounts. */
async function payable(count: number): Promise<Person[]> {
  fixture.ledger.setClock(START);
  const { db } = database;
  const { organizationId, staff, ledger } = fixture;
  const program = await newProgram(ledger, staff);
  const people: Person[] = [];
  while (people.length < count)
    people.push(...(await newPartners(ledger, staff, [program], Math.min(TOGETHER, count - people.length))));
  const { kind: _, ...account } = ACCOUNT;
  const ids = people.map(({ id }) => id);
  await sql`
    update payout_methods set kind = 'bank_account', phone = '', bank = ${account.bank}, bik = ${account.bik},
      account = ${account.account}, corr_account = ${account.corr_account}
    where organization_id = ${organizationId} and partner_id = any(${ids}::uuid[])`.execute(db);
  await sql`
    insert into accruals (organization_id, id, number, partner_id, program_id, kind, amount_kop, explanation,
      status, created_at, updated_at)
    select ${organizationId}, gen_random_uuid(), n + (select coalesce(max(number), 0) from accruals), id,
      ${program}, 'bonus', 100000 + n * 137, 'За старание', 'available', ${START}, ${START}
    from unnest(${ids}::uuid[]) with ordinality p (id, n)`.execute(db);
  // Autovacuum would do this within a minute.
  await analyzeTables(db, ['partners', 'payout_methods', 'accruals', 'users']);
  return people;
}

const sumOf = (sums: readonly number[]) => sums.reduce((total, kop) => total + kop, 0);

test.each(SIZES)(
  'a registry of %i payments has the same amounts on the screen, in its files, in the statements and in the ledger',
  async (count) => {
    const { ledger, staff } = fixture;
    const { registries, moves, bank } = ledger;
    const registry = createRegistryFixture(fixture);
    const durations: Record<string, number> = {};
    async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
      const startedAt = performance.now();
      const result = await work();
      durations[step] = Math.round(performance.now() - startedAt);
      return result;
    }
    const people = await payable(count);
    const now = ledger.clock();
    const totals = await timed('totals', () => payoutTotals(database.db, staff, now));
    expect(totals.ready.count).toBe(count);
    const page = { ordering: 'name', page_size: 25 } as const;
    await timed('due', () => payablePage(database.db, staff, { ...page, due: 'ready' }, now));

    const formed = await timed('form', () => registries.create(staff, { all: true }, randomUUID()));
    expect(formed.skipped).toEqual([]);
    const [{ id, payments, amount_kop } = { id: '', payments: 0, amount_kop: 0 }] = formed.results;
    expect([formed.results.length, payments, amount_kop]).toEqual([1, count, totals.ready.sum_kop]);
    await timed('approve', () => moves.approve(staff, id, {}));
    await timed('send', () => moves.send(staff, id, {}));

    const lines: RegistryLine[] = [];
    await timed('screen', async () => {
      for (let cursor: string | undefined, isMore = true; isMore; ) {
        const query = {
          ordering: 'number',
          page_size: 100,
          ...(cursor !== undefined && { cursor }),
        } as const;
        const { results, next } = await registries.lines(staff, id, query);
        lines.push(...results);
        isMore = next !== null;
        cursor = next ?? undefined;
      }
    });
    const due = lines.map(({ payment }) => ({ number: payment.number, kop: computeTransfer(payment) }));
    const { tax_kop } = await registries.get(staff, id);
    const transfer_kop = computeTransfer({ amount_kop, tax_kop });
    expect(sumOf(due.map(({ kop }) => kop))).toBe(transfer_kop);

    const fileOf = (format: '1c' | 'csv' | 'xlsx') =>
      timed(format, async () => (await registries.file(staff, id, { format })).content);
    expect(paymentsOfOneC(await fileOf('1c'))).toEqual(due);
    const table = parse(await fileOf('csv'), { bom: true, columns: true, delimiter: ';' });
    expect((table as Record<string, string>[]).map((row) => toKopecks(row['Сумма, ₽'] ?? ''))).toEqual(
      due.map(({ kop }) => kop),
    );
    const [sheet] = await readXlsx(Readable.from(await fileOf('xlsx')));
    const [head = [], ...rows] = sheet?.data ?? [];
    const column = head.indexOf('Сумма, ₽');
    expect(rows.map((row) => Math.round(Number(row[column]) * 100))).toEqual(due.map(({ kop }) => kop));

    const debits = lines.map(({ payment }) => ({
      number: payment.number.slice('В-'.length),
      day: fixture.today(),
      amount: (computeTransfer(payment) / 100).toFixed(2),
      purpose: payment.purpose,
      account: ACCOUNT.account,
    }));
    const data = statementFile(PAYER.bank_account, debits);
    const statement = await timed('load', () => bank.upload(staff, { name: 'kl_to_1c.txt', data }));
    expect(statement.exact).toEqual({ count, amount_kop: transfer_kop });
    const documents = await registry.documentsOf(statement);
    const first = documents.slice(0, 20).map(({ id }) => id);
    await timed('apply 20', () => bank.apply(staff, statement.id, { documents: first }));
    if (count > first.length)
      await timed('pay the rest', () => moves.paid(staff, id, registry.transfer(), randomUUID()));
    expect(await registries.get(staff, id)).toMatchObject({
      status: 'closed',
      lines: { paid: { count, amount_kop, tax_kop }, open: { count: 0 } },
    });
    expect((await payoutTotals(database.db, staff, now)).ready.count).toBe(0);

    // Checks a sample, so that the large registry does not take long.
    const sampledLines = lines.filter((_, index) => index % Math.ceil(count / 40) === 0);
    for (const { payment } of sampledLines) {
      const { closing_kop, lines: statementLines } = await fixture.statement(
        { id: payment.partner.id } as Person,
        '2026-03-01',
        fixture.today(),
      );
      expect(closing_kop).toBe(0);
      expect(statementLines.filter(({ kind }) => kind === 'payment').map((line) => -line.amount_kop)).toEqual(
        [payment.amount_kop],
      );
    }
    if (count <= 40) await fixture.expectConsistentMoney(...people);
    const acts = createActsService(database.db, ledger.clock);
    ledger.setClock(new Date('2026-04-02T09:00:00Z'));
    const formedActs = await timed('acts', () => acts.form(staff, { month: '2026-03' }));
    expect(formedActs.made).toBe(count);
    if (count > 40) process.stdout.write(`${count} payments, ms: ${JSON.stringify(durations)}\n`);
  },
  20 * 60_000,
);
