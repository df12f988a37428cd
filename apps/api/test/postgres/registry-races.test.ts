import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newColleague } from '../setup/ledger.ts';
import { type MoneyFixture, WHY } from '../setup/money-fixture.ts';
import { countValues } from '../setup/parallel.ts';
import { createRegistryFixture, type RegistryStage } from '../setup/registry-fixture.ts';
import { createTwoLedgers, outcomes } from '../setup/two-ledgers.ts';

type Staff = MoneyFixture['staff'];

let world: Awaited<ReturnType<typeof createTwoLedgers>>;
let fixture: MoneyFixture;
let registry: ReturnType<typeof createRegistryFixture>;
let accountants: { by: Staff; ledger: MoneyFixture['ledger'] }[];
beforeAll(async () => {
  world = await createTwoLedgers();
  ({ stage: fixture } = world);
  registry = createRegistryFixture(fixture);
  const colleague = await newColleague(world.db, fixture.organizationId);
  accountants = [
    { by: fixture.staff, ledger: world.ledgers[0] },
    { by: colleague, ledger: world.ledgers[1] },
  ];
});
afterAll(() => world.stop());

const ROUNDS = Array.from({ length: 4 }, (_, round) => round);

/** Runs an action of both accountants concurrently on separate connections. */
const byBoth = (act: (accountant: (typeof accountants)[number], index: number) => Promise<unknown>) =>
  outcomes(accountants.map(act));
async function createState(to: RegistryStage, count?: number) {
  const state = await registry.createRegistry(to, count);
  world.sync();
  return state;
}

describe('two concurrent creations of registries', () => {
  test.each(ROUNDS)('add each payment to one registry, round %i', async () => {
    const { partners } = await createState('none', 4);
    const results = await byBoth(({ by, ledger }, index) =>
      ledger.registries.create(
        by,
        // The selections overlap and have different orders.
        {
          partners: (index === 0 ? partners.slice(0, 3) : partners.slice(1).toReversed()).map(({ id }) => id),
        },
        randomUUID(),
      ),
    );
    expect(results).toContain('ok');
    const lines = await registry.linesByPartner(partners);
    expect(lines.map(({ partner_id }) => partner_id).sort()).toEqual(partners.map(({ id }) => id).sort());
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('create one registry for the same partners, round %i', async () => {
    const { partners } = await createState('none');
    const ids = partners.map(({ id }) => id);
    const results = await byBoth(({ by, ledger }) =>
      ledger.registries.create(by, { partners: ids }, randomUUID()),
    );
    expect(countValues(results)).toEqual({ ok: 1, blocked: 1 });
    const lines = await registry.linesByPartner(partners);
    expect(lines).toHaveLength(2);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1);
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('create one registry for the same payments, round %i', async () => {
    const { partners, id } = await createState('draft');
    const payments = (await registry.linesOf({ id })).map(({ payment }) => payment.id);
    await fixture.ledger.moves.cancel(fixture.staff, id, { reason: WHY });
    const results = await byBoth(({ by, ledger }, index) =>
      ledger.registries.create(
        by,
        { payments: index === 0 ? payments : payments.toReversed() },
        randomUUID(),
      ),
    );
    expect(countValues(results)).toEqual({ ok: 1, blocked: 1 });
    const open = (await registry.linesByPartner(partners)).filter(({ state }) => state === 'open');
    expect(open).toHaveLength(2);
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('return the same registry for one key, round %i', async () => {
    const { partners } = await createState('none');
    const key = randomUUID();
    const input = { partners: partners.map(({ id }) => id) };
    const numbers = await Promise.all(
      accountants.map(async ({ by, ledger }) => {
        const { results } = await ledger.registries.create(by, input, key);
        return results.map(({ number }) => number);
      }),
    );
    expect(numbers[0]).toEqual(numbers[1]);
    expect(await registry.linesByPartner(partners)).toHaveLength(2);
  });
});

describe('two accountants acting concurrently', () => {
  test.each(ROUNDS)('can approve a registry once, round %i', async () => {
    const { id, partners } = await createState('draft');
    const results = await byBoth(({ by, ledger }) => ledger.moves.approve(by, id, {}));
    expect(countValues(results)).toEqual({ ok: 1, invalid_transition: 1 });
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('approve a payment once, individually or with its registry, round %i', async () => {
    const { id, partners } = await createState('draft');
    const [line] = await registry.linesOf({ id });
    const version = line?.payment.version ?? 0;
    const [all, single] = accountants;
    const results = await outcomes([
      ...(all ? [all.ledger.moves.approve(all.by, id, {})] : []),
      ...(single ? [single.ledger.transitions.approve(single.by, line?.payment.id ?? '', { version })] : []),
    ]);
    expect(results[0]).toBe('ok');
    for (const { payment } of await registry.linesOf({ id }))
      expect(payment).toMatchObject({ status: 'approved', version: version + 1 });
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('can mark a registry as paid once, round %i', async () => {
    const { id, partners } = await createState('sent');
    const results = await byBoth(({ by, ledger }) =>
      ledger.moves.paid(by, id, registry.transfer(), randomUUID()),
    );
    expect(results.filter((one) => one === 'ok')).toHaveLength(1);
    expect(await registry.linesByPartner(partners)).toMatchObject([
      { state: 'paid', registry: 'closed' },
      { state: 'paid', registry: 'closed' },
    ]);
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('can mark payments either as paid or as failed, round %i', async () => {
    const { id, partners } = await createState('sent');
    const payments = (await registry.linesOf({ id })).map(({ payment }) => payment.id);
    const results = await byBoth(({ by, ledger }, index) =>
      index === 0
        ? ledger.moves.paid(by, id, { ...registry.transfer(), payments }, randomUUID())
        : ledger.moves.failed(by, id, { payments, reason: WHY }),
    );
    expect(results.filter((one) => one === 'ok')).toHaveLength(1);
    const expected = results[0] === 'ok' ? 'paid' : 'failed';
    for (const line of await registry.linesByPartner(partners))
      expect(line).toMatchObject({ state: expected, status: expected, registry: 'closed' });
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('can either cancel a registry or download its file, round %i', async () => {
    const { id, partners } = await createState('approved', 3);
    const [cancels, downloads] = accountants;
    const file = downloads?.ledger.registries.file(downloads.by, id, { format: 'csv' });
    const results = await outcomes([
      ...(cancels ? [cancels.ledger.moves.cancel(cancels.by, id, { reason: WHY })] : []),
      ...(file ? [file] : []),
    ]);
    const { status, payments } = await fixture.ledger.registries.get(fixture.staff, id);
    if (results[1] === 'ok') {
      expect(
        String((await file)?.content)
          .trim()
          .split('\n'),
      ).toHaveLength(1 + 3);
      expect([results[0], status, payments]).toEqual(['file_downloaded', 'approved', 3]);
    } else expect([...results, status, payments]).toEqual(['ok', 'closed', 'canceled', 0]);
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('can either cancel or send a registry, round %i', async () => {
    const { id, partners } = await createState('approved');
    const results = await byBoth(({ by, ledger }, index) =>
      index === 0 ? ledger.moves.cancel(by, id, { reason: WHY }) : ledger.moves.send(by, id, {}),
    );
    expect(results.filter((one) => one === 'ok')).toHaveLength(1);
    const { status } = await fixture.ledger.registries.get(fixture.staff, id);
    expect(status).toBe(results[0] === 'ok' ? 'canceled' : 'sent');
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('can apply a bank document once, round %i', async () => {
    const { statement, documents, partners } = await createState('stated');
    const applied: number[] = [];
    await byBoth(async ({ by, ledger }) => {
      const outcome = await ledger.bank.apply(by, statement, { documents });
      applied.push(outcome.applied);
    });
    expect(applied.reduce((sum, one) => sum + one, 0)).toBe(documents.length);
    expect(await registry.linesByPartner(partners)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('can mark a payment as paid once, by a bank document or manually, round %i', async () => {
    const { id, statement, documents, partners } = await createState('stated');
    const results = await byBoth(async ({ by, ledger }, index) => {
      if (index === 1) return ledger.moves.paid(by, id, registry.transfer(), randomUUID());
      return ledger.bank.apply(by, statement, { documents });
    });
    expect(results[0]).toBe('ok');
    expect(await registry.linesByPartner(partners)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('can either apply or dismiss a bank document, round %i', async () => {
    const { statement, documents, partners } = await createState('stated');
    await byBoth(({ by, ledger }, index) =>
      index === 0
        ? ledger.bank.apply(by, statement, { documents })
        : ledger.bank.dismiss(by, statement, documents),
    );
    for (const { state, payment } of await registry.documentsOf({ id: statement }))
      expect([state, payment?.status]).toEqual(
        state === 'applied' ? ['applied', 'paid'] : ['dismissed', 'processing'],
      );
    await fixture.expectConsistentMoney(...partners);
  });

  test.each(ROUNDS)('upload the same bank statement and store each document once, round %i', async () => {
    const { id, partners } = await createState('sent');
    const debits = await registry.debitsOf({ id });
    const loaded: { id: string }[] = [];
    const results = await byBoth(async ({ by, ledger }) => {
      loaded.push(await registry.load(debits, by, ledger));
    });
    expect(countValues(results)).toEqual({ ok: 2 });
    const documents = await Promise.all(loaded.map((one) => registry.documentsOf(one)));
    expect(documents.flat()).toHaveLength(debits.length);
    await fixture.expectConsistentMoney(...partners);
  });
});
