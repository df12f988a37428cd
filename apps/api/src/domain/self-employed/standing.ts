import type { Blocker, CONTRACT_KINDS } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { dayOf } from '../money-words.ts';
import { moscowDay } from './moscow.ts';

/** All that the tax on professional income asks of a self-employed partner before it is paid. */
export type TaxStanding = {
  inn: string;
  contract_kind: (typeof CONTRACT_KINDS)[number];
  /** It works for the organization, or has within two years. */
  is_employed: boolean;
  /** Day on which the tax service denied the status; null while it did not. */
  lost_on: string | null;
  /** Receipts whose day is over, where the organization asks for them. */
  late_receipts: number;
};

/** Tax standing of the partner's card `card`, as a column: null of those who are not self-employed. */
export function taxStanding(now: Date) {
  const today = sql`${moscowDay(now)}::date`;
  const of = sql`organization_id = card.organization_id and partner_id = card.id`;
  return sql<TaxStanding | null>`case when card.kind = 'self_employed' then json_build_object(
      'inn', card.inn,
      'contract_kind', card.contract_kind,
      'is_employed', card.employment = 'current' or (card.employment = 'former' and (
        card.employed_until is null or card.employed_until + interval '2 years' > ${today})),
      'lost_on', (select checked_on from tax_statuses where ${of} and inn = card.inn and status = 'lost'),
      'late_receipts', (
        select count(*) from receipts where ${of} and status <> 'received' and due_on < ${today}
          and (select receipts_required from organizations where id = card.organization_id))) end`;
}

/** Tax standings of partners, by their ids. */
export async function findTaxStandings(
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
  now: Date,
) {
  const found = await trx
    .selectFrom('partners as card')
    .select(['card.id', taxStanding(now).as('tax')])
    .where('card.organization_id', '=', organizationId)
    .where(sql<boolean>`card.id = any(${partnerIds}::uuid[])`)
    .execute();
  return new Map(found.map(({ id, tax }) => [id, tax]));
}

const CONTRACTS = {
  agency: 'агентский договор',
  commission: 'договор комиссии',
  mandate: 'договор поручения',
};

/** Blockers of a payment to a self-employed partner. A status that could not be asked is none. */
export function taxBlockers({
  inn,
  contract_kind: contract,
  is_employed,
  lost_on,
  late_receipts,
}: TaxStanding): Blocker[] {
  const blockers: Blocker[] = [];
  const add = (code: Blocker['code'], detail: string) => blockers.push({ code, detail });
  if (inn === '') add('no_inn', 'У самозанятого не указан ИНН.');
  if (lost_on !== null) {
    const day = dayOf(new Date(lost_on), 'UTC');
    add('tax_status_lost', `По данным налоговой партнер не самозанятый (проверено ${day}).`);
  }
  if (contract !== 'services')
    add('contract_kind', `С партнером ${CONTRACTS[contract]}: доход по нему не облагается НПД.`);
  if (is_employed)
    add(
      'employer',
      'Партнер работает в организации или ушел из нее меньше двух лет назад: НПД не применяется.',
    );
  if (late_receipts > 0)
    add('receipt_late', `Не хватает чеков по прошлым выплатам: ${late_receipts}. Срок прошел.`);
  return blockers;
}
