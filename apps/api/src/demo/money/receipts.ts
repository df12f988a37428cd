import { receiptUrl } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { moscowDay } from '../../money/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { createRandom } from '../random.ts';
import type { DemoScene } from '../scene.ts';
import type { DemoServices } from '../services.ts';
import { daysBefore, hoursAfter, type MovingClock } from '../timeline.ts';

const SEED = 20_260_824;

/** Indexes among the self-employed partners. `LOST` has lost the status of self-employed. */
const LATE = 1;
const ANNULLED = 2;
const LOST = 3;

type Paid = {
  partner_id: string;
  payment_id: string;
  paid_at: Date;
  inn: string;
  /** 1 for the last payment of the partner. */
  ordinal: number;
};

/**
 * Enters the receipts that payments wait for, each a day after the payment, except for the last payment of each partner. One partner has an
 * overdue receipt, one has annulled a receipt, and one has lost the status. The answers of the tax service are rows: the demo does not call
 * it.
 */
export async function enterReceipts(
  trx: Db,
  { organizationId, staff, now }: DemoScene,
  { receipts }: DemoServices,
  { moveTo }: MovingClock,
) {
  const random = createRandom(SEED);
  const { rows: paid } = await sql<Paid>`
    select y.partner_id, y.id as payment_id, y.paid_at, p.inn,
      row_number() over (partition by y.partner_id order by y.paid_on desc, y.number desc)::int as ordinal
    from payments y join partners p on p.organization_id = y.organization_id and p.id = y.partner_id
    where y.organization_id = ${organizationId} and y.status = 'paid' and p.kind = 'self_employed'
    order by p.created_at, y.number`.execute(trx);
  const partners = [...new Set(paid.map(({ partner_id }) => partner_id))];
  const annulled: string[] = [];
  for (const { partner_id, payment_id, paid_at, inn, ordinal } of paid) {
    const index = partners.indexOf(partner_id);
    const isAnnulled = index === ANNULLED && ordinal === 1;
    const isOwed = ordinal === 1 || (index === LATE && ordinal === 2);
    if (isOwed && !isAnnulled) continue;
    moveTo(hoursAfter(paid_at, 24));
    const number = `2d${String(random.below(10 ** 8)).padStart(8, '0')}`;
    await receipts.give(staff, payment_id, { receipt: receiptUrl(inn, number) });
    if (isAnnulled) annulled.push(payment_id);
  }
  moveTo(now);
  await trx
    .updateTable('receipts')
    .set({ status: 'annulled', problem: 'Партнер аннулировал чек.', check_at: null })
    .where('organization_id', '=', organizationId)
    .where('payment_id', 'in', annulled)
    .execute();
  await trx
    .updateTable('organizations')
    .set({ receipts_required: true })
    .where('id', '=', organizationId)
    .execute();
  await insertStatuses(trx, organizationId, partners, now);
}

async function insertStatuses(trx: Db, organizationId: string, partners: readonly string[], now: Date) {
  const checkedAt = daysBefore(now, 3);
  for (const [index, partner] of partners.entries())
    await sql`
      insert into tax_statuses (organization_id, partner_id, inn, status, checked_on, checked_at)
      select organization_id, id, inn, ${index === LOST ? 'lost' : 'active'}, ${moscowDay(checkedAt)}::date, ${checkedAt}
      from partners where organization_id = ${organizationId} and id = ${partner}`.execute(trx);
  await trx
    .updateTable('tax_checks')
    .set({ status: 'done' })
    .where('organization_id', '=', organizationId)
    .execute();
}
