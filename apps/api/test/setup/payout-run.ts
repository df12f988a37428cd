import { randomUUID } from 'node:crypto';
import { computeUntransferred, type RegistryStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Staff } from '../../src/platform/http/viewer.ts';
import type { Ledger, Participants } from './ledger.ts';
import { paymentsOfOneC, sumsOfCsv } from './payout-files.ts';
import type { PayoutStep, REGISTRY_WORDS } from './payout-steps.ts';
import { expectSame, pickAt } from './run-checks.ts';
import { createStatementRun } from './statement-run.ts';

type Word = (typeof REGISTRY_WORDS)[number];

/** Actions a registry accepts in each state. The first one moves it forward. */
const ACCEPTED: Record<RegistryStatus, readonly Exclude<Word, 'on'>[]> = {
  draft: ['approve', 'remove', 'cancel'],
  approved: ['send', 'file', 'pay', 'pay-one', 'fail-one', 'cancel'],
  sent: ['pay-one', 'file', 'pay', 'fail-one'],
  closed: [],
  canceled: [],
};

const numbersOf = ({ results }: { results: readonly { number: string; amount_kop: number }[] }) =>
  results.map(({ number, amount_kop }) => [number, amount_kop]);

/** Returns a function that runs steps of registries and bank statements on a ledger. @throws Error for wrong results. */
export function createPayoutRun(ledger: Ledger, { staff, colleague, partners }: Participants) {
  const { db, registries, moves, bank } = ledger;
  const { organizationId } = staff;
  const ids = partners.map(({ id }) => id);
  const accountants = [staff, colleague] as const;
  const { today, lastMonth } = ledger;

  const payments = () =>
    db
      .selectFrom('payments')
      .select(['id', 'number', 'status', 'amount_kop', 'tax_kop', 'purpose', 'method'])
      .select(['formed_by', 'changed_by'])
      .where('organization_id', '=', organizationId)
      .where('partner_id', 'in', ids)
      .orderBy('number', 'desc')
      .limit(6)
      .execute();
  const recentRegistries = () =>
    db
      .selectFrom('registries as r')
      .select(['r.id', 'r.status', 'r.kind', 'r.version'])
      .where('r.organization_id', '=', organizationId)
      .where(
        sql<boolean>`exists (
          select from registry_payments x
          join payments p on p.organization_id = x.organization_id and p.id = x.payment_id
          where x.organization_id = r.organization_id and x.registry_id = r.id and p.partner_id = any(${ids}::uuid[]))`,
      )
      .orderBy('r.number', 'desc')
      .limit(3)
      .execute();
  const linesOf = async (by: Staff, id: string) =>
    (await registries.lines(by, id, { state: ['open'], ordering: 'number', page_size: 100 })).results;
  /** Returns all rows of payments and registries as one text. */
  async function money(): Promise<string> {
    const { rows } = await sql<{ content: string }>`
      select concat(
        (select string_agg(p::text, ' ' order by p.id) from payments p
          where p.organization_id = ${organizationId} and p.partner_id = any(${ids}::uuid[])),
        (select string_agg(x::text || r::text, ' ' order by x.registry_id, x.payment_id) from registry_payments x
          join registries r on r.organization_id = x.organization_id and r.id = x.registry_id
          where x.organization_id = ${organizationId})) as content`.execute(db);
    return rows[0]?.content ?? '';
  }

  async function createRegistry({ of, at, by }: Extract<PayoutStep, { kind: 'registry' }>) {
    const accountant = accountants[by];
    const selected = of === 'both' ? ids : [ids[at % ids.length] ?? ''];
    const content =
      of === 'payments'
        ? { payments: (await payments()).slice(0, 1 + (at % 3)).map(({ id }) => id) }
        : { partners: selected };
    if (content.payments?.length === 0) return;
    const key = randomUUID();
    const first = await registries.create(accountant, content, key);
    if (at === 0) {
      const before = await money();
      const repeated = await registries.create(accountant, content, key);
      expectSame('created twice with one key', numbersOf(repeated), numbersOf(first));
      expectSame('after creating twice', await money(), before);
    }
    return first;
  }

  async function moveRegistry({ at, word: requested, by }: Extract<PayoutStep, { kind: 'registry-step' }>) {
    const registry = pickAt(await recentRegistries(), at);
    if (registry === undefined) return;
    const accountant = accountants[by];
    const allowed = ACCEPTED[registry.status];
    const [next] = allowed;
    const word = requested === 'on' ? next : requested;
    if (word === undefined) return;
    const { id, version } = registry;
    const reason = 'Так решили';
    const firstPayment = async () =>
      (await linesOf(accountant, id)).slice(0, 1).map(({ payment }) => payment.id);
    const transfer = { paid_on: today(), external_ref: 'ПП 1' };
    switch (word) {
      case 'approve':
        return approve(accountant, id, version);
      case 'send':
        return moves.send(accountant, id, { version });
      case 'cancel':
        return moves.cancel(accountant, id, { reason, version });
      case 'remove':
        return moves.remove(accountant, id, { payments: await firstPayment() });
      case 'fail-one':
        return moves.failed(accountant, id, { payments: await firstPayment(), reason });
      case 'pay-one':
        return moves.paid(accountant, id, { ...transfer, payments: await firstPayment() }, randomUUID());
      case 'pay':
        return moves.paid(accountant, id, transfer, randomUUID());
      case 'file':
        return checkFile(accountant, id, registry.kind);
    }
  }

  /** With a second approver, an employee never approves a payment or a registry that they edited. */
  async function approve(accountant: Staff, id: string, version: number) {
    const lines = await linesOf(accountant, id);
    const drafts = new Set(
      lines.flatMap(({ payment }) => (payment.status === 'approved' ? [] : [payment.id])),
    );
    const { requires_second_approver } = await db
      .selectFrom('organizations')
      .select('requires_second_approver')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const { created_by, changed_by } = await db
      .selectFrom('registries')
      .select(['created_by', 'changed_by'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const isEditor = (of: { by: string | null; changed_by: string[] }) =>
      of.by === accountant.userId || of.changed_by.includes(accountant.userId);
    const own = (await payments()).filter(
      (one) => drafts.has(one.id) && isEditor({ ...one, by: one.formed_by }),
    );
    await moves.approve(accountant, id, { version });
    if (!requires_second_approver) return;
    expectSame('approved by an editor of its payments', own.length, 0);
    expectSame('approved by an editor of the registry', isEditor({ by: created_by, changed_by }), false);
  }

  /** Checks that the file contains the open payments of the registry to the kopeck, and that downloading it changes no data. */
  async function checkFile(accountant: Staff, id: string, kind: string) {
    const before = await money();
    const format = kind === 'bank_account' ? ('1c' as const) : ('csv' as const);
    const { content } = await registries.file(accountant, id, { format });
    const lines = (await linesOf(accountant, id)).map(({ payment }) => payment);
    if (format === '1c') {
      const expected = lines.map((line) => ({ number: line.number, kop: computeUntransferred(line) }));
      expectSame('1C file', paymentsOfOneC(content), expected);
    } else {
      const expected = lines.map(computeUntransferred);
      expectSame('SBP file', sumsOfCsv(content), expected);
    }
    const { open } = (await registries.get(accountant, id)).lines;
    expectSame(
      'tax of open lines',
      open.tax_kop,
      lines.reduce((sum, { tax_kop }) => sum + tax_kop, 0),
    );
    expectSame(
      'open lines',
      open.amount_kop,
      lines.reduce((sum, { amount_kop }) => sum + amount_kop, 0),
    );
    expectSame('after a file', await money(), before);
  }

  const statements = createStatementRun({ bank, staff, accountants, today, lastMonth, payments, money });

  return async (step: PayoutStep): Promise<unknown> => {
    switch (step.kind) {
      case 'registry':
        return createRegistry(step);
      case 'registry-step':
        return moveRegistry(step);
      case 'statement':
        return statements.upload(step);
      case 'decision':
        return statements.decide(step);
      case 'four-eyes':
        return db
          .updateTable('organizations')
          .set({ requires_second_approver: step.on })
          .where('id', '=', organizationId)
          .execute();
    }
  };
}
