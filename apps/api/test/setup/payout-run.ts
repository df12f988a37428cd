import { randomUUID } from 'node:crypto';
import { type RegistryStatus, transferOf } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Staff } from '../../src/platform/http/viewer.ts';
import type { Cast, Ledger } from './ledger.ts';
import { type Debit, statementFile } from './one-c-writer.ts';
import { paymentsOfOneC, sumsOfCsv } from './payout-files.ts';
import type { BankRow, PayoutStep, REGISTRY_WORDS } from './payout-steps.ts';
import { ACCOUNT, PAYER } from './payouts.ts';

type Word = (typeof REGISTRY_WORDS)[number];

/** Words that a registry takes, by its state; the first leads it on. */
const TAKEN: Record<RegistryStatus, readonly Exclude<Word, 'on'>[]> = {
  draft: ['approve', 'remove', 'cancel'],
  approved: ['send', 'file', 'pay', 'pay-one', 'fail-one', 'cancel'],
  sent: ['pay-one', 'file', 'pay', 'fail-one'],
  closed: [],
  canceled: [],
};

const around = <Item>(list: readonly Item[], index: number): Item | undefined => list[index % list.length];
const same = (what: string, found: unknown, due: unknown) => {
  const [left, right] = [JSON.stringify(found), JSON.stringify(due)];
  if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
};

const numbersOf = ({ results }: { results: readonly { number: string; amount_kop: number }[] }) =>
  results.map(({ number, amount_kop }) => [number, amount_kop]);

/** Takes the steps of registries and of the bank's statements in a ledger. @throws Error for what is no refusal and is wrong. */
export function createPayoutRun(ledger: Ledger, { staff, colleague, partners }: Cast) {
  const { db, registries, moves, bank } = ledger;
  const { organizationId } = staff;
  const ids = partners.map(({ id }) => id);
  const accountants = [staff, colleague] as const;
  const statements: string[] = [];
  const debits: Debit[] = [];
  const today = () => ledger.clock().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

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
  const known = () =>
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
  /** Payments and registries as they are, in one text. */
  async function money(): Promise<string> {
    const { rows } = await sql<{ said: string }>`
      select concat(
        (select string_agg(p::text, ' ' order by p.id) from payments p
          where p.organization_id = ${organizationId} and p.partner_id = any(${ids}::uuid[])),
        (select string_agg(x::text || r::text, ' ' order by x.registry_id, x.payment_id) from registry_payments x
          join registries r on r.organization_id = x.organization_id and r.id = x.registry_id
          where x.organization_id = ${organizationId})) as said`.execute(db);
    return rows[0]?.said ?? '';
  }

  async function form({ of, at, by }: Extract<PayoutStep, { kind: 'registry' }>) {
    const whom = accountants[by];
    const some = of === 'both' ? ids : [ids[at % ids.length] ?? ''];
    const given =
      of === 'payments'
        ? { payments: (await payments()).slice(0, 1 + (at % 3)).map(({ id }) => id) }
        : { partners: some };
    if (given.payments?.length === 0) return;
    const key = randomUUID();
    const first = await registries.create(whom, given, key);
    if (at === 0) {
      const before = await money();
      const again = await registries.create(whom, given, key);
      same('formed again with one key', numbersOf(again), numbersOf(first));
      same('after forming again', await money(), before);
    }
    return first;
  }

  async function step({ at, word: asked, by }: Extract<PayoutStep, { kind: 'registry-step' }>) {
    const found = around(await known(), at);
    if (found === undefined) return;
    const whom = accountants[by];
    const allowed = TAKEN[found.status];
    const [next] = allowed;
    const word = asked === 'on' ? next : asked;
    if (word === undefined) return;
    const { id, version } = found;
    const reason = 'Так решили';
    const one = async () => (await linesOf(whom, id)).slice(0, 1).map(({ payment }) => payment.id);
    const transfer = { paid_on: today(), external_ref: 'ПП 1' };
    switch (word) {
      case 'approve':
        return approve(whom, id, version);
      case 'send':
        return moves.send(whom, id, { version });
      case 'cancel':
        return moves.cancel(whom, id, { reason, version });
      case 'remove':
        return moves.remove(whom, id, { payments: await one() });
      case 'fail-one':
        return moves.failed(whom, id, { payments: await one(), reason });
      case 'pay-one':
        return moves.paid(whom, id, { ...transfer, payments: await one() }, randomUUID());
      case 'pay':
        return moves.paid(whom, id, transfer, randomUUID());
      case 'file':
        return file(whom, id, found.kind);
    }
  }

  /** With a second approver, an employee never approves a payment or a registry that they edited. */
  async function approve(whom: Staff, id: string, version: number) {
    const lines = await linesOf(whom, id);
    const drafts = new Set(
      lines.flatMap(({ payment }) => (payment.status === 'approved' ? [] : [payment.id])),
    );
    const { four_eyes } = await db
      .selectFrom('organizations')
      .select('four_eyes')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const { created_by, changed_by } = await db
      .selectFrom('registries')
      .select(['created_by', 'changed_by'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const isEditor = (of: { by: string | null; changed_by: string[] }) =>
      of.by === whom.userId || of.changed_by.includes(whom.userId);
    const own = (await payments()).filter(
      (one) => drafts.has(one.id) && isEditor({ ...one, by: one.formed_by }),
    );
    await moves.approve(whom, id, { version });
    if (!four_eyes) return;
    same('approved by an editor of its payments', own.length, 0);
    same('approved by an editor of the registry', isEditor({ by: created_by, changed_by }), false);
  }

  /** A file is the open payments of its registry, to the kopeck, and changes nothing. */
  async function file(whom: Staff, id: string, kind: string) {
    const before = await money();
    const format = kind === 'bank_account' ? ('1c' as const) : ('csv' as const);
    const { content } = await registries.file(whom, id, { format });
    const lines = (await linesOf(whom, id)).map(({ payment }) => payment);
    if (format === '1c') {
      const due = lines.map((line) => ({ number: line.number, kop: transferOf(line) }));
      same('file of 1C', paymentsOfOneC(content), due);
    } else {
      const due = lines.map(transferOf);
      same('file for SBP', sumsOfCsv(content), due);
    }
    const { open } = (await registries.get(whom, id)).lines;
    same(
      'tax of open lines',
      open.tax_kop,
      lines.reduce((sum, { tax_kop }) => sum + tax_kop, 0),
    );
    same(
      'open lines',
      open.amount_kop,
      lines.reduce((sum, { amount_kop }) => sum + amount_kop, 0),
    );
    same('after a file', await money(), before);
  }

  type Known = Awaited<ReturnType<typeof payments>>[number];
  function debitOf(row: BankRow, payment: Known | undefined): Debit | undefined {
    if (row === 'again') return debits.at(-1);
    const number = String(debits.length + 1);
    const plain = { number, day: today(), account: ACCOUNT.account, inn: '0' };
    if (row === 'foreign') return { ...plain, amount: '12000.00', purpose: 'Аренда офиса, счет А-7' };
    if (payment === undefined) return undefined;
    const kop = transferOf(payment) + (row === 'short' ? 1 : 0);
    const account = row === 'elsewhere' ? '40817810000000000001' : payment.method?.account;
    return {
      ...plain,
      amount: (kop / 100).toFixed(2),
      purpose: row === 'unnamed' ? 'Вознаграждение' : (payment.purpose ?? ''),
      ...(account !== undefined && account !== '' && { account }),
    };
  }

  /** A statement marks nothing by itself. */
  async function load({ rows, at }: Extract<PayoutStep, { kind: 'statement' }>) {
    const awaited = (await payments()).filter(
      ({ status }, index) => status === 'approved' || status === 'processing' || index === at,
    );
    const found = rows.flatMap(
      (row, index) => debitOf(row, row === 'exact' ? awaited[index] : around(awaited, index)) ?? [],
    );
    // Numbers of a bank's documents are its own.
    const numbered = found.map((debit, index) =>
      debits.includes(debit) ? debit : { ...debit, number: String(debits.length + index + 1) },
    );
    if (numbered.length === 0) return;
    const before = await money();
    const data = statementFile(PAYER.bank_account, numbered);
    const { id } = await bank.upload(staff, { name: 'kl_to_1c.txt', data });
    same('after a statement', await money(), before);
    statements.push(id);
    debits.push(...numbered);
  }

  async function decide({ at, word, by }: Extract<PayoutStep, { kind: 'decision' }>) {
    const statement = around(statements, at);
    if (statement === undefined) return;
    const { results } = await bank.documents(staff, statement, { ordering: 'day', page_size: 100 });
    const documents = results.slice(0, 1 + (at % 4)).map(({ id }) => id);
    if (documents.length === 0) return;
    if (word === 'dismiss') {
      const before = await money();
      await bank.dismiss(accountants[by], statement, documents);
      return same('after a dismissal', await money(), before);
    }
    const { applied, refused } = await bank.apply(accountants[by], statement, documents);
    same('decided documents', applied + refused.length, documents.length);
  }

  return async (given: PayoutStep): Promise<unknown> => {
    switch (given.kind) {
      case 'registry':
        return form(given);
      case 'registry-step':
        return step(given);
      case 'statement':
        return load(given);
      case 'decision':
        return decide(given);
      case 'four-eyes':
        return db
          .updateTable('organizations')
          .set({ four_eyes: given.on })
          .where('id', '=', organizationId)
          .execute();
    }
  };
}
