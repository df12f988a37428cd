import { sql } from 'kysely';
import { moscowDay } from '../../money/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createRandom } from '../random.ts';

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
 * Enters the receipts that payments of the demo organization wait for, except for the last payment of each partner. One partner has an overdue
 * receipt, one has annulled a receipt, and one has lost the status.
 */
export async function insertReceipts(trx: Db, organizationId: string, now: Date) {
  const random = createRandom(SEED);
  const { rows: paid } = await sql<Paid>`
    select y.partner_id, y.id as payment_id, y.paid_at, p.inn,
      row_number() over (partition by y.partner_id order by y.paid_on desc, y.number desc)::int as ordinal
    from payments y join partners p on p.organization_id = y.organization_id and p.id = y.partner_id
    where y.organization_id = ${organizationId} and y.status = 'paid' and p.kind = 'self_employed'
    order by p.created_at, y.number`.execute(trx);
  const partners = [...new Set(paid.map(({ partner_id }) => partner_id))];
  const digits = () => String(random.below(10 ** 8)).padStart(8, '0');
  const rows = paid.flatMap(({ partner_id, payment_id, paid_at, inn, ordinal }) => {
    const index = partners.indexOf(partner_id);
    const given_at = new Date(paid_at.getTime() + DAY_MS);
    const received = { payment_id, number: `2d${digits()}`, link_inn: inn, given_at };
    if (index === ANNULLED && ordinal === 1)
      return [{ ...received, status: 'annulled', problem: 'Партнер аннулировал чек.' }];
    const isOwed = ordinal === 1 || (index === LATE && ordinal <= 2);
    return isOwed ? [] : [{ ...received, status: 'received', problem: '' }];
  });
  await sql`
    update receipts r set status = n.status, number = n.number, link_inn = n.link_inn, given_at = n.given_at, problem = n.problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (payment_id uuid, status text, number text, link_inn text, given_at timestamptz, problem text)
    where r.organization_id = ${organizationId} and r.payment_id = n.payment_id`.execute(trx);
  await trx
    .updateTable('organizations')
    .set({ receipts_required: true })
    .where('id', '=', organizationId)
    .execute();
  await insertStatuses(trx, organizationId, partners, now);
}

async function insertStatuses(trx: Db, organizationId: string, partners: readonly string[], now: Date) {
  const checkedAt = new Date(now.getTime() - 3 * DAY_MS);
  for (const [index, partner] of partners.entries())
    await sql`
      insert into tax_statuses (organization_id, partner_id, inn, status, checked_on, checked_at)
      select organization_id, id, inn, ${index === LOST ? 'lost' : 'active'}, ${moscowDay(checkedAt)}::date, ${checkedAt}
      from partners where organization_id = ${organizationId} and id = ${partner}`.execute(trx);
}
