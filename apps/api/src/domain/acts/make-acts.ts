import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { audit, type Cause } from '../audit.ts';
import { tellOfAct } from '../messages/acts.ts';
import { nextNumber } from '../numbers.ts';
import {
  type ActCard,
  type ActOrganization,
  actContentOf,
  MOST_LINES,
  type PaidAccrual,
  type PaidPayment,
  refusalOf,
} from './act-content.ts';
import { firstDayOf, lastDayOf } from './months.ts';

type Wanted = {
  organizationId: string;
  month: string;
  /** In the order of their ids. */
  partners: readonly string[];
  /** The act that is replaced by the one made. */
  replaces?: string;
};

export type MadeActs = {
  made: string[];
  kept: string[];
  skipped: { name: string; detail: string }[];
};

type Card = ActCard & { id: string; act_id: string | null };

/**
 * Makes the acts of a month, of these partners at once. Who has one keeps it: partners are locked one after another, and numbers are taken
 * when all of them are.
 */
export async function makeActs(
  trx: Db,
  { organizationId, month, partners, replaces }: Wanted,
  cause: Cause,
): Promise<MadeActs> {
  const outcome: MadeActs = { made: [], kept: [], skipped: [] };
  const organization = await organizationOf(trx, organizationId);
  await sql`
    select id from partners where organization_id = ${organizationId} and id = any(${[...partners]}::uuid[])
    order by id for no key update`.execute(trx);
  const cards = await cardsOf(trx, { organizationId, month, partners });
  const without = cards.filter(({ act_id }) => act_id === null);
  const paid = await paidIn(trx, organizationId, month, idsOf(without));
  const ready: { card: Card; payments: PaidPayment[] }[] = [];
  for (const card of cards) {
    const payments = paid.filter(({ partner_id }) => partner_id === card.id);
    const refusal = payments.length === 0 ? 'В этом месяце выплат не было.' : refusalOf(card);
    if (card.act_id !== null) outcome.kept.push(card.act_id);
    else if (refusal === null) ready.push({ card, payments });
    else outcome.skipped.push({ name: card.name, detail: refusal });
  }
  for (const { card, payments } of ready) {
    const accruals = await accrualsOf(trx, organizationId, payments);
    outcome.made.push(await write(card, payments, accruals));
  }
  return outcome;

  async function write(card: Card, payments: readonly PaidPayment[], accruals: readonly PaidAccrual[]) {
    const content = actContentOf({ organization, card, payments, accruals });
    const amount_kop = content.lines.reduce((sum, line) => sum + line.amount_kop, 0);
    const [id, number] = [randomUUIDv7(), await nextNumber(trx, organizationId, 'act')];
    await trx
      .insertInto('acts')
      .values({
        organization_id: organizationId,
        id,
        number,
        partner_id: card.id,
        month,
        status: 'issued',
        title: content.title,
        amount_kop,
        content: JSON.stringify(content),
        replaces: replaces ?? null,
        created_by: cause.actorId,
        created_at: cause.at,
        updated_at: cause.at,
      })
      .execute();
    await trx
      .insertInto('act_payments')
      .values(
        payments.map((payment) => ({
          organization_id: organizationId,
          payment_id: payment.id,
          act_id: id,
        })),
      )
      .execute();
    await audit(trx, {
      ...cause,
      organizationId,
      kind: 'act',
      objectId: id,
      action: 'act.create',
      diff: { partner: card.id, month, amount_kop },
    });
    await tellOfAct(trx, { organizationId, id, number, partnerId: card.id, month, amount_kop }, cause);
    return id;
  }
}

const organizationOf = (trx: Db, id: string): Promise<ActOrganization> =>
  trx
    .selectFrom('organizations')
    .select(['name', 'legal_name', 'inn', 'kpp', 'bank_name', 'bank_bik', 'bank_account'])
    .select(['bank_corr_account', 'vat_ip', 'vat_legal'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const idsOf = (cards: readonly Card[]) => cards.map(({ id }) => id);

const cardsOf = (trx: Db, { organizationId, month, partners }: Wanted): Promise<Card[]> =>
  trx
    .selectFrom('partners as p')
    .leftJoin('acts as a', (join) =>
      join
        .onRef('a.organization_id', '=', 'p.organization_id')
        .onRef('a.partner_id', '=', 'p.id')
        .on('a.month', '=', month)
        .on('a.status', '<>', 'replaced'),
    )
    .select(['p.id', 'p.name', 'p.kind', 'p.inn', 'p.last_name', 'p.first_name', 'p.father_name'])
    .select(['p.company_name', 'p.contract_kind', 'p.contract_number', 'a.id as act_id'])
    .select(sql<string | null>`p.contract_date::text`.as('contract_day'))
    .where('p.organization_id', '=', organizationId)
    .where(sql<boolean>`p.id = any(${[...partners]}::uuid[])`)
    .orderBy('p.id')
    .execute();

/**
 * Predicate: the act of a month is to tell of the paid payment `y`. It was paid in that month, or earlier and marked so when the act of its
 * own month had been made and does not tell of it.
 */
export const isOfMonth = (month: string) => sql`(
  y.paid_on between ${firstDayOf(month)}::date and ${lastDayOf(month)}::date
  or (y.paid_on < ${firstDayOf(month)}::date
    and not exists (select from act_payments t
      where t.organization_id = y.organization_id and t.payment_id = y.id)
    and exists (select from acts a where a.organization_id = y.organization_id and a.partner_id = y.partner_id
      and a.status <> 'replaced' and a.month = to_char(y.paid_on, 'YYYY-MM'))))`;

/** Payments of partners for the act of a month that no living act tells of. */
async function paidIn(trx: Db, organizationId: string, month: string, partners: readonly string[]) {
  const { rows } = await sql<PaidPayment & { partner_id: string }>`
    select y.id, y.partner_id, y.number, y.amount_kop, y.paid_on::text as paid_on, y.method,
      (select count(*)::int from accruals a
        where a.organization_id = y.organization_id and a.payment_id = y.id) as accruals
    from payments y
    where y.organization_id = ${organizationId} and y.partner_id = any(${[...partners]}::uuid[])
      and y.status = 'paid' and ${isOfMonth(month)}
      and not exists (select from act_payments t
        where t.organization_id = y.organization_id and t.payment_id = y.id)
    order by y.paid_on, y.number`.execute(trx);
  return rows;
}

/** Accruals of payments, by number; none when they are too many to be told one by one. */
async function accrualsOf(
  trx: Db,
  organizationId: string,
  payments: readonly PaidPayment[],
): Promise<PaidAccrual[]> {
  if (payments.reduce((sum, { accruals }) => sum + accruals, 0) > MOST_LINES) return [];
  const { rows } = await sql<PaidAccrual>`
    select a.payment_id, a.number, a.explanation, a.amount_kop, l.number as lead, p.name as program
    from accruals a
    left join leads l on l.organization_id = a.organization_id and l.id = a.lead_id
    left join programs p on p.organization_id = a.organization_id and p.id = a.program_id
    where a.organization_id = ${organizationId} and a.payment_id = any(${payments.map(({ id }) => id)}::uuid[])
    order by a.number`.execute(trx);
  return rows;
}
