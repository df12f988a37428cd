import { createHash } from 'node:crypto';
import {
  computeTransfer,
  type MethodSnapshot,
  type PaymentStatus,
  type RegistryStatus,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { moscowDay } from '../../money/index.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Random } from '../random.ts';

const CLOSED = 6;

type Row = {
  id: string;
  number: number;
  status: PaymentStatus;
  amount_kop: number;
  tax_kop: number;
  purpose: string;
  method: MethodSnapshot | null;
  updated_at: Date;
};

/** Inserts a closed registry, a registry sent to the bank, and a bank statement with one matching and one doubtful document. */
export async function insertRegistries(
  trx: Db,
  organizationId: string,
  staffId: string | null,
  random: Random,
  now: Date,
) {
  const payments = await trx
    .selectFrom('payments')
    .select(['id', 'number', 'status', 'amount_kop', 'tax_kop', 'purpose', 'method', 'updated_at'])
    .where('organization_id', '=', organizationId)
    .where('status', 'in', ['processing', 'paid'])
    .orderBy('number', 'desc')
    .execute();
  const bySbp = payments.filter(({ method }) => method?.kind === 'sbp');
  const paid = bySbp.filter(({ status }) => status === 'paid').slice(0, CLOSED);
  const processing = payments.filter(({ status }) => status === 'processing');
  const kind = processing[0]?.method?.kind;
  let number = 0;

  async function insertRegistry(status: RegistryStatus, rows: readonly Row[]) {
    const [first] = rows;
    if (first?.method == null) return;
    number += 1;
    const last = Math.max(...rows.map(({ updated_at }) => updated_at.getTime()));
    const before = (hours: number) => new Date(last - hours * HOUR_MS);
    const id = random.id(before(0));
    await trx
      .insertInto('registries')
      .values({
        organization_id: organizationId,
        id,
        number,
        version: 4,
        kind: first.method.kind,
        status,
        created_by: staffId,
        created_at: before(0),
        updated_at: before(0),
        approved_by: staffId,
        approved_at: before(0),
        sent_at: before(0),
        closed_at: status === 'closed' ? before(0) : null,
      })
      .execute();
    await trx
      .insertInto('registry_payments')
      .values(
        rows.map((row) => ({
          organization_id: organizationId,
          registry_id: id,
          payment_id: row.id,
          amount_kop: row.amount_kop,
          tax_kop: row.tax_kop,
          method: JSON.stringify(row.method),
          state: row.status === 'paid' ? ('paid' as const) : ('open' as const),
        })),
      )
      .execute();
  }

  await insertRegistry('closed', paid);
  await insertRegistry(
    'sent',
    processing.filter(({ method }) => method?.kind === kind),
  );
  if (number > 0)
    await trx
      .insertInto('counters')
      .values({ organization_id: organizationId, kind: 'registry', value: number })
      .execute();
  await insertStatement(trx, organizationId, staffId, random, processing, now);
}

async function insertStatement(
  trx: Db,
  organizationId: string,
  staffId: string | null,
  random: Random,
  processing: readonly Row[],
  now: Date,
) {
  const day = moscowDay(now);
  const { bank_account } = await trx
    .selectFrom('organizations')
    .select('bank_account')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const id = random.id(now);
  await trx
    .insertInto('bank_statements')
    .values({
      organization_id: organizationId,
      id,
      name: 'Выписка за сегодня',
      accounts: [bank_account],
      is_own: true,
      day_from: day,
      day_to: day,
      documents: 9,
      foreign_documents: 9 - processing.length,
      repeated: 0,
      unreadable: 0,
      uploaded_by: staffId,
      created_at: now,
    })
    .execute();
  for (const [index, { id: payment_id, purpose, method, ...sum }] of processing.entries()) {
    const isDoubtful = index > 0 || processing.length === 1;
    await trx
      .insertInto('bank_documents')
      .values({
        organization_id: organizationId,
        id: random.id(now),
        statement_id: id,
        digest: createHash('sha256').update(`${organizationId} ${payment_id}`).digest('hex'),
        number: String(214 + index),
        day,
        amount_kop: computeTransfer(sum) - (isDoubtful ? 5_000 : 0),
        payee: method?.payee ?? '',
        payee_account: method?.account ?? '',
        payee_inn: method?.inn ?? '',
        purpose,
        match: isDoubtful ? 'doubtful' : 'exact',
        reasons: isDoubtful ? sql`array['Сумма в банке меньше суммы выплаты.']` : sql`array[]::text[]`,
        payment_id,
      } as never)
      .execute();
  }
}
