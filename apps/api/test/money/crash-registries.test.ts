import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reusedDatabase, type TestDatabase } from '../../src/testing/databases.ts';
import { breakable, readOrganization } from '../setup/crash.ts';
import { createMoneyFixture, type MoneyFixture, WHY } from '../setup/money-fixture.ts';
import { createRegistryFixture, type RegistryStage, type RegistryState } from '../setup/registry-fixture.ts';

let database: TestDatabase;
let broken: ReturnType<typeof breakable>;
let fixture: MoneyFixture;
let registry: ReturnType<typeof createRegistryFixture>;
beforeAll(async () => {
  database = await reusedDatabase();
  broken = breakable(database);
  fixture = await createMoneyFixture(database.db, broken.db);
  registry = createRegistryFixture(fixture);
});
afterAll(() => database.drop());

const contents = () => readOrganization(database, fixture.organizationId);

const STEPS: {
  name: string;
  at: RegistryStage;
  step: (state: RegistryState) => Promise<() => Promise<unknown>>;
}[] = [
  {
    name: 'created',
    at: 'none',
    step: async ({ partners }) => {
      const key = randomUUID();
      return () => registry.form(partners, key);
    },
  },
  {
    name: 'approved',
    at: 'draft',
    step:
      async ({ id }) =>
      () =>
        fixture.ledger.moves.approve(fixture.staff, id, {}),
  },
  {
    name: 'sent',
    at: 'approved',
    step:
      async ({ id }) =>
      () =>
        fixture.ledger.moves.send(fixture.staff, id, {}),
  },
  {
    name: 'canceled',
    at: 'approved',
    step:
      async ({ id }) =>
      () =>
        fixture.ledger.moves.cancel(fixture.staff, id, { reason: WHY }),
  },
  {
    name: 'reduced by one payment',
    at: 'draft',
    step: async ({ id }) => {
      const [line] = await registry.linesOf({ id });
      return () => fixture.ledger.moves.remove(fixture.staff, id, { payments: [line?.payment.id ?? ''] });
    },
  },
  {
    name: 'matched with a bank statement',
    at: 'sent',
    step: async ({ id }) => {
      const debits = await registry.debitsOf({ id });
      return () => registry.load(debits);
    },
  },
  {
    name: 'marked as paid',
    at: 'sent',
    step: async ({ id }) => {
      const [key, transfer] = [randomUUID(), registry.transfer()];
      return () => fixture.ledger.moves.paid(fixture.staff, id, transfer, key);
    },
  },
  {
    name: 'updated with a failed payment',
    at: 'sent',
    step: async ({ id }) => {
      const [line] = await registry.linesOf({ id });
      const payments = [line?.payment.id ?? ''];
      return () => fixture.ledger.moves.failed(fixture.staff, id, { payments, reason: WHY });
    },
  },
];

test.each(STEPS)(
  'a registry is $name completely or not at all when the connection breaks at any statement, and once when the call is repeated',
  async ({ at, step }) => {
    const state = await registry.createRegistry(at);
    const act = await step(state);
    const before = await contents();
    let statements = 1;
    while (!(await broken.breakAfter(statements, act))) {
      expect(await contents()).toEqual(before);
      statements += 1;
    }
    expect(statements).toBeGreaterThan(5);
    const after = await contents();
    expect(after).not.toEqual(before);
    await fixture.expectConsistentMoney(...state.partners);
    // The response was lost and the call is repeated: it gets the same response or a refusal.
    const { bank_statements: files, audit_entries: entries, journal_queue: _queue, ...money } = after;
    await act().catch(() => undefined);
    const {
      bank_statements: filesAgain,
      audit_entries: entriesAgain,
      journal_queue: _queueAgain,
      ...moneyAgain
    } = await contents();
    expect(moneyAgain).toEqual(money);
    // A statement uploaded twice is stored twice, and its documents count once.
    if (at === 'sent' && (filesAgain?.length ?? 0) > (files?.length ?? 0)) return;
    expect(filesAgain).toEqual(files);
    expect(entriesAgain).toEqual(entries);
  },
);

test('each bank document is applied completely or not at all when the connection breaks at any statement', async () => {
  const { statement, documents, partners } = await registry.createRegistry('stated');
  const apply = () => fixture.ledger.bank.apply(fixture.staff, statement, { documents });
  const decided = async () => {
    const known = await registry.documentsOf({ id: statement });
    for (const { state, payment } of known) expect(payment?.status === 'paid').toBe(state === 'applied');
    return known.filter(({ state }) => state === 'applied').length;
  };
  // The first statement is a read outside a transaction.
  const first = 2;
  let [statements, applied, breaks] = [first, 0, 0];
  while (!(await broken.breakAfter(statements, apply))) {
    const now = await decided();
    await fixture.expectConsistentMoney(...partners);
    // The connection breaks again at every statement of the next document.
    statements = now > applied ? first : statements + 1;
    applied = now;
    breaks += 1;
  }
  expect(await decided()).toBe(documents.length);
  expect(breaks).toBeGreaterThan(20);
  await fixture.expectConsistentMoney(...partners);
  const before = await contents();
  expect(await apply()).toMatchObject({ applied: 0, refused: [{}, {}] });
  expect(await contents()).toEqual(before);
  expect(await registry.linesByPartner(partners)).toMatchObject([
    { state: 'paid', registry: 'closed' },
    { state: 'paid', registry: 'closed' },
  ]);
});

test('a file download interrupted by a broken connection changes nothing, and a complete one changes no money', async () => {
  const { id } = await registry.createRegistry('approved');
  const before = await contents();
  let statements = 1;
  const file = () => fixture.ledger.registries.file(fixture.staff, id, { format: 'csv' });
  // Reads run outside a transaction, so on a server another connection continues.
  while (database.url === undefined && !(await broken.breakAfter(statements, file))) {
    expect(await contents()).toEqual(before);
    statements += 1;
  }
  await file();
  expect(withoutDownloads(await contents())).toEqual(withoutDownloads(before));
});

/** Omits the tables to which a download adds rows. */
function withoutDownloads(tables: Record<string, unknown>) {
  const {
    kept_files: _files,
    file_downloads: _downloads,
    audit_entries: _entries,
    journal_queue: _queue,
    ...rest
  } = tables;
  return rest;
}
