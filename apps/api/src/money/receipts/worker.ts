import { randomUUID } from 'node:crypto';
import type { ReceiptStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit } from '../../audit/index.ts';
import { notify } from '../../messages/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatRubles } from '../../platform/russian-format.ts';
import { moscowDay } from '../tax-status/moscow.ts';
import { earnedKop } from '../transfers/transfers.repo.ts';
import type { ReadReceipt, ReceiptResponse } from './receipt-service.ts';

const LEASE = 90;
const DAY = 24 * 60 * 60;
/** Days after which a matching receipt is read again: the partner can annul it at any time. */
const RECHECK_DAYS = [7, 30, 90] as const;
/** Delay in seconds before the next attempt when the service does not respond. */
const OUTAGE_DELAY_SECONDS = 3600;
const ANNULLED = 'Партнер аннулировал чек.';
/** Maximum number of receipts per run. */
const BATCH = 20;

type ClaimedReceipt = {
  organization_id: string;
  payment_id: string;
  partner_id: string;
  number: string;
  inn: string;
  status: ReceiptStatus;
  problem: string;
  checks: number;
  amount_kop: number;
  paid_on: string | null;
  payment_number: number;
};

export type ReceiptWorkerDeps = {
  db: Db;
  clock: Clock;
  /** Undefined disables the reading of receipts. */
  read: ReadReceipt | undefined;
};

/** Returns the mismatch between a payment and its receipt, in Russian; empty when they match. */
function findProblem({ amount_kop, paid_on }: ClaimedReceipt, response: ReceiptResponse): string {
  if (response.kind === 'missing') return 'Налоговая не нашла такой чек.';
  if (response.kind !== 'read') return '';
  const { amountKop, at } = response;
  if (amountKop !== null && amountKop !== amount_kop)
    return `В чеке ${formatRubles(amountKop)}, выплачено ${formatRubles(amount_kop)}.`;
  if (at !== null && paid_on !== null && moscowDay(at) < paid_on) return 'Чек выдан раньше выплаты.';
  return '';
}

/** Returns the state of a receipt after the service has responded, and the time of the next check; null for the last check. */
function assessResponse(receipt: ClaimedReceipt, response: ReceiptResponse, at: Date) {
  const isAnnulled = response.kind === 'read' && response.isAnnulled;
  if (receipt.status === 'to_annul')
    return isAnnulled
      ? ({ status: 'closed', problem: ANNULLED, nextCheck: null } as const)
      : ({ status: 'to_annul', problem: receipt.problem, nextCheck: plusSeconds(at, DAY) } as const);
  if (isAnnulled) return { status: 'annulled', problem: ANNULLED, nextCheck: null } as const;
  const problem = findProblem(receipt, response);
  if (problem !== '') return { status: 'mismatched', problem, nextCheck: null } as const;
  const days = RECHECK_DAYS[receipt.checks];
  return {
    status: 'received',
    problem,
    nextCheck: days === undefined ? null : plusSeconds(at, days * DAY),
  } as const;
}

/** Reads receipts from the tax service after they are submitted, and again later. */
export function createReceiptWorker({ db, clock, read }: ReceiptWorkerDeps) {
  async function claimReceipt(lease: string): Promise<ClaimedReceipt | undefined> {
    const now = clock();
    const { rows } = await sql<ClaimedReceipt>`
      with taken as (
        update receipts set lease = ${lease}, leased_until = ${plusSeconds(now, LEASE)}
        where (organization_id, payment_id) in (
          select organization_id, payment_id from receipts
          where check_at <= ${now} and status in ('received', 'to_annul') and (leased_until is null or leased_until <= ${now})
          order by check_at limit 1 for update skip locked)
        returning *)
      select t.organization_id, t.payment_id, t.partner_id, t.number, t.status, t.problem, t.checks,
        coalesce(nullif(t.link_inn, ''), p.inn) as inn, ${earnedKop('y')} as amount_kop, least(y.paid_on, (
          select min(s.value_date) from transfer_matches m
          join transfers s on s.organization_id = m.organization_id and s.id = m.transfer_id
          where m.organization_id = y.organization_id and m.payment_id = y.id))::text as paid_on,
        y.number as payment_number
      from taken t
      join partners p on p.organization_id = t.organization_id and p.id = t.partner_id
      join payments y on y.organization_id = t.organization_id and y.id = t.payment_id`.execute(db);
    return rows[0];
  }

  const storeResponse = (receipt: ClaimedReceipt, lease: string, response: ReceiptResponse) =>
    db.transaction().execute(async (trx) => {
      const ofLease = trx
        .selectFrom('receipts')
        .select('payment_id')
        .where('organization_id', '=', receipt.organization_id)
        .where('payment_id', '=', receipt.payment_id)
        .where('lease', '=', lease)
        .forUpdate();
      if ((await ofLease.executeTakeFirst()) === undefined) return;
      const at = clock();
      const { status, problem, nextCheck } = assessResponse(receipt, response, at);
      const isDown = response.kind === 'down';
      await trx
        .updateTable('receipts')
        .set({ lease: null, leased_until: null })
        .set(
          isDown
            ? { check_at: plusSeconds(at, OUTAGE_DELAY_SECONDS) }
            : {
                status,
                problem,
                check_at: nextCheck,
                checks: receipt.checks + 1,
                checked_at: at,
              },
        )
        .where('organization_id', '=', receipt.organization_id)
        .where('payment_id', '=', receipt.payment_id)
        .execute();
      if (!isDown && status !== receipt.status) await reportChange(trx, receipt, status, lease, at);
    });

  /** Reads due receipts, at most `BATCH` of them. */
  return async (signal: AbortSignal): Promise<void> => {
    if (read === undefined) return;
    for (let count = 0; count < BATCH && !signal.aborted; count += 1) {
      const lease = randomUUID();
      const receipt = await claimReceipt(lease);
      if (receipt === undefined) return;
      // The service finds a receipt by INN and number. Without an INN the receipt is accepted unread.
      const response: ReceiptResponse =
        receipt.inn === ''
          ? { kind: 'read', amountKop: null, at: null, isAnnulled: false }
          : await read(receipt.inn, receipt.number, signal);
      await storeResponse(receipt, lease, response);
    }
  };
}

async function reportChange(
  trx: Db,
  receipt: ClaimedReceipt,
  status: ReceiptStatus,
  requestId: string,
  at: Date,
) {
  const { organization_id: organizationId, payment_id, partner_id, payment_number } = receipt;
  await audit(trx, {
    organizationId,
    requestId,
    at,
    actorId: null,
    action: 'payment.receipt-checked',
    kind: 'payment',
    objectId: payment_id,
    diff: { changed: ['receipt'], before: { receipt: receipt.status }, after: { receipt: status } },
  });
  if (status === 'closed') return;
  await notify(trx, {
    organizationId,
    at,
    event: 'receipt_due',
    actorId: null,
    partner: {
      cardId: partner_id,
      title: `Чек по выплате В-${payment_number} не подошел`,
      text:
        status === 'annulled'
          ? `Чек по выплате В-${payment_number} аннулирован. Пришлите новый.`
          : `Чек по выплате В-${payment_number} не сходится с выплатой. Пришлите верный.`,
      path: `/payments?payment=${payment_id}`,
    },
  });
}
