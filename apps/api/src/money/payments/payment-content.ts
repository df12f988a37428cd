import type { Payment, PaymentContent } from '@referral-dashboard/api-contract';
import { toAuthor, toCause } from '../../audit/index.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import { findPaymentTerms } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { chooseAccruals } from '../payable/choice.ts';
import { alignClaims, releaseHolds } from '../rewards/partner-money.ts';
import { lockPayment } from './lifecycle/locked-payments.ts';
import { changeAmount, findAccrualNumbers } from './open-payments.ts';
import { paymentsRepo } from './payments.repo.ts';
import { paymentView } from './payments.view.ts';
import { reserveRepo } from './reserve.repo.ts';

/** Manual changes of the accruals in a draft payment. The rules for new payments apply to the changed set. */
export function createPaymentContent(db: Db, clock: Clock) {
  async function change(
    trx: Db,
    staff: Staff,
    id: string,
    { add = [], remove = [], version }: PaymentContent,
  ) {
    const { organizationId } = staff;
    const author = toAuthor(staff);
    const { row, partner } = await lockPayment(trx, organizationId, id, author);
    checkVersion(row, version);
    if (row.status !== 'draft') throw conflict('closed', 'Изменить состав можно только у черновика.');
    const cause = toCause(author, clock);
    const { at } = cause;
    const partnerId = partner.id;
    await releaseHolds(trx, organizationId, [partnerId], at);
    const before = await findAccrualNumbers(trx, organizationId, id);
    const currentIds = await findAccruals(trx, organizationId, id);
    const selectedIds =
      add === 'all' ? undefined : [...currentIds, ...add].filter((one) => !remove.includes(one));
    const choice = { organizationId, partnerId, accrualIds: selectedIds, edited: id, at };
    const organization = await findPaymentTerms(trx, organizationId);
    const { amount_kop } = await chooseAccruals(trx, choice, organization, partner);
    await reserveRepo(trx).change({ ...choice, id });
    const reservedIds = await findAccruals(trx, organizationId, id);
    if (remove.some((one) => reservedIds.includes(one)))
      throw conflict(
        'part_of_reward',
        'Это начисление связано с остальными: долг или поправка выплачиваются вместе с ними.',
      );
    await alignClaims(trx, { organizationId, partnerId }, cause);
    await changeAmount(trx, { row, amount_kop, before }, cause);
  }

  return {
    change: (staff: Staff, id: string, given: PaymentContent): Promise<Payment> =>
      db.transaction().execute(async (trx) => {
        await change(trx, staff, id, given);
        const row = await paymentsRepo(trx).find(staff, id);
        if (row === undefined) throw noSuchObject();
        return paymentView(row, staff);
      }),
  };
}

async function findAccruals(trx: Db, organizationId: string, paymentId: string) {
  const rows = await trx
    .selectFrom('accruals')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('payment_id', '=', paymentId)
    .execute();
  return rows.map(({ id }) => id);
}
