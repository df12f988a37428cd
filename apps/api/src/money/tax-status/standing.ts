import { type Blocker, type CONTRACT_KINDS, WITHHOLDING_IS_OFF } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { formatDay } from '../../platform/russian-format.ts';
import { moscowDay } from './moscow.ts';

/** Tax data that decides whether a partner can be paid. */
export type TaxStanding = SelfEmployed | { kind: 'individual'; is_withheld: boolean };

/** Data for the tax on professional income. */
type SelfEmployed = {
  kind: 'self_employed';
  inn: string;
  contract_kind: (typeof CONTRACT_KINDS)[number];
  /** The partner is an employee of the organization, or was one within the last two years. */
  is_employed: boolean;
  /** Day on which the tax service reported the status as lost; null when it did not. */
  lost_on: string | null;
  /** Number of overdue receipts; zero when the organization does not require receipts. */
  late_receipts: number;
};

/** SQL column with the tax standing of partner `card`; null for sole proprietors and companies. */
export function taxStanding(now: Date) {
  const today = sql`${moscowDay(now)}::date`;
  const of = sql`organization_id = card.organization_id and partner_id = card.id`;
  return sql<TaxStanding | null>`case card.kind
    when 'individual' then json_build_object(
      'kind', card.kind,
      'is_withheld', (
        select withholds_tax_since is not null from organizations where id = card.organization_id))
    when 'self_employed' then json_build_object(
      'kind', card.kind,
      'inn', card.inn,
      'contract_kind', card.contract_kind,
      'is_employed', card.employment = 'current' or (card.employment = 'former' and (
        card.employed_until is null or card.employed_until + interval '2 years' > ${today})),
      'lost_on', (select checked_on from tax_statuses where ${of} and inn = card.inn and status = 'lost'),
      'late_receipts', (
        select count(*) from receipts where ${of} and status in ('awaited', 'mismatched', 'annulled') and due_on < ${today}
          and (select receipts_required from organizations where id = card.organization_id))) end`;
}

/** Returns tax standings by partner id. */
export async function findTaxStandings(
  trx: Db,
  organizationId: string,
  partnerIds: readonly string[],
  now: Date,
) {
  const rows = await trx
    .selectFrom('partners as card')
    .select(['card.id', taxStanding(now).as('tax')])
    .where('card.organization_id', '=', organizationId)
    .where(sql<boolean>`card.id = any(${partnerIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, tax }) => [id, tax]));
}

const CONTRACTS = {
  agency: 'агентский договор',
  commission: 'договор комиссии',
  mandate: 'договор поручения',
};

/** Returns the tax blockers of a payment. An unknown tax status does not block. */
export const taxBlockers = (standing: TaxStanding): Blocker[] =>
  standing.kind === 'self_employed'
    ? selfEmployedBlockers(standing)
    : standing.is_withheld
      ? []
      : [{ code: 'no_withholding', detail: WITHHOLDING_IS_OFF }];

function selfEmployedBlockers({
  inn,
  contract_kind: contract,
  is_employed,
  lost_on,
  late_receipts,
}: SelfEmployed): Blocker[] {
  const blockers: Blocker[] = [];
  const add = (code: Blocker['code'], detail: string) => blockers.push({ code, detail });
  if (inn === '') add('no_inn', 'У самозанятого не указан ИНН.');
  if (lost_on !== null) {
    const day = formatDay(new Date(lost_on), 'UTC');
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
