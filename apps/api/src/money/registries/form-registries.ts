import { randomUUIDv7 } from 'node:crypto';
import type { FormedRegistries, MethodSnapshot, NewRegistry } from '@referral-dashboard/api-contract';
import { PAYOUT_METHOD_KINDS, sumAmounts } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, toAuthor, toCause } from '../../audit/index.ts';
import { nextNumber } from '../../database/rules/numbers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { isInStatus } from '../accruals/accrual-status.ts';
import { findDefaultMethods, toMethodSnapshot } from '../payable/blockers.ts';
import { getPartnerIds, lockPayments } from '../payments/lifecycle/locked-payments.ts';
import { requestTaxStatus } from '../tax-status/checks.ts';
import { registriesRepo } from './registries.repo.ts';
import { mayBeRegistered } from './registry-changes.ts';
import { type Candidate, type RegistryCandidates, reserveForPartners } from './reserve-partners.ts';

/**
 * Creates registries, one for each rail, and requests the tax status of their partners. Payments and partners that cannot be paid now are
 * returned in `skipped` with the reason.
 *
 * @throws ApiError 400 for an unknown payment or partner, 409 when nothing can be paid now.
 */
export async function formRegistries(
  trx: Db,
  staff: Staff,
  input: NewRegistry,
  clock: Clock,
): Promise<FormedRegistries> {
  const { organizationId } = staff;

  async function ofPayments(ids: readonly string[]): Promise<RegistryCandidates> {
    const result: RegistryCandidates = { candidates: [], skipped: [] };
    const set = await lockPayments(trx, organizationId, ids, toAuthor(staff));
    if (set.payments.length < ids.length) throw invalid({ payments: ['Выплата не найдена.'] });
    const registered = await registeredPayments(trx, organizationId, ids);
    const methods = await findDefaultMethods(trx, organizationId, getPartnerIds(set));
    for (const { row, partner } of set.payments) {
      const paymentId = row.id;
      const skip = (detail: string) =>
        result.skipped.push({ name: `В-${row.number}, ${partner.name}`, detail });
      if (!mayBeRegistered(row.status)) {
        skip('Уже не черновик: обновите страницу.');
        continue;
      }
      if (registered.has(paymentId)) {
        skip('Уже в другом реестре.');
        continue;
      }
      const { partner_id: partnerId, amount_kop } = row;
      const current = methods.get(partnerId);
      const method = row.status === 'approved' ? row.method : current && toMethodSnapshot(current, partner);
      if (method == null) skip('Не указано, куда платить.');
      else result.candidates.push({ paymentId, partnerId, amount_kop, method });
    }
    return result;
  }

  const { candidates, skipped } =
    input.payments === undefined
      ? await reserveForPartners(
          trx,
          staff,
          input.partners ?? (await findPayablePartners(trx, organizationId, clock())),
          clock,
        )
      : await ofPayments(input.payments);
  const { at } = toCause(toAuthor(staff), clock);
  if (candidates.length === 0) {
    const reasons = skipped.map(({ name, detail }) => `${name}: ${detail}`).slice(0, 5);
    throw conflict('blocked', ['Реестр не сформирован: платить сейчас некому.', ...reasons].join(' '));
  }
  await requestTaxStatus(trx, organizationId, [...new Set(candidates.map(({ partnerId }) => partnerId))], {
    at,
  });
  const results = [];
  for (const kind of PAYOUT_METHOD_KINDS) {
    const ofKind = candidates.filter(({ method }) => method.kind === kind);
    if (ofKind.length > 0) results.push(await write(kind, ofKind));
  }
  return { results, skipped };

  async function write(kind: MethodSnapshot['kind'], payments: readonly Candidate[]) {
    const id = randomUUIDv7();
    const row = {
      organization_id: organizationId,
      id,
      kind,
      status: 'draft' as const,
      created_by: staff.userId,
    };
    await trx
      .insertInto('registries')
      .values({
        ...row,
        number: await nextNumber(trx, organizationId, 'registry'),
        created_at: at,
        updated_at: at,
        approved_by: null,
        approved_at: null,
        sent_at: null,
        closed_at: null,
      })
      .execute();
    await sql`
      insert into registry_payments (organization_id, registry_id, payment_id, amount_kop, tax_kop, method)
      select ${organizationId}, ${id}, line.payment, line.amount_kop,
        case when payment.status = 'approved' then payment.tax_kop else 0 end, line.method
      from jsonb_to_recordset(${JSON.stringify(
        payments.map(({ paymentId, amount_kop, method }) => ({ payment: paymentId, amount_kop, method })),
      )}::jsonb) as line (payment uuid, amount_kop bigint, method jsonb)
      join payments payment on payment.organization_id = ${organizationId} and payment.id = line.payment`.execute(
      trx,
    );
    await audit(trx, {
      organizationId,
      actorId: staff.userId,
      requestId: staff.requestId,
      at,
      kind: 'registry',
      objectId: id,
      action: 'registry.create',
      diff: {
        kind,
        payments: payments.length,
        amount_kop: sumAmounts(payments),
      },
    });
    return registriesRepo(trx).find(staff, id);
  }
}

/** Returns the ids of the partners with a positive available sum. */
async function findPayablePartners(trx: Db, organizationId: string, at: Date): Promise<string[]> {
  const due = await trx
    .selectFrom('accruals as a')
    .select('a.partner_id')
    .where('a.organization_id', '=', organizationId)
    .where(isInStatus(['available'], at))
    .groupBy('a.partner_id')
    .having(sql<boolean>`sum(a.amount_kop) > 0`)
    .execute();
  return due.map(({ partner_id }) => partner_id);
}

/** Returns the ids of the payments that are open or paid in a registry. */
async function registeredPayments(trx: Db, organizationId: string, ids: readonly string[]) {
  const lines = await trx
    .selectFrom('registry_payments')
    .select('payment_id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`payment_id = any(${ids}::uuid[])`)
    .where('state', 'in', ['open', 'paid'])
    .execute();
  return new Set(lines.map(({ payment_id }) => payment_id));
}
