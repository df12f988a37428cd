import type { Blocker, MethodSnapshot, PartnerStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { formatMoment, formatRubles } from '../../platform/russian-format.ts';
import { payeeOf } from '../bank-files/bank-order.ts';
import { isDefaultRail, methodLabel, usableFrom } from '../payout-methods/payout-method.ts';
import { isInStanding } from '../rewards/partner-money.ts';
import { type TaxStanding, taxBlockers } from '../tax-status/standing.ts';

/** Default method of a partner; nulls without one. */
type DefaultSince = { default_since: Date | null; is_proven: boolean | null };

type Standing = DefaultSince & {
  status: PartnerStatus;
  /** All that the tax on professional income asks of the partner; null where it asks nothing. */
  tax: TaxStanding | null;
  /** Of the organization: blockers tell moments. */
  time_zone: string;
};

/** Blockers of a transfer, the sum and the method apart. Without a tax standing, taxes block nothing. */
export const standingBlockers = ({
  status,
  tax,
}: Pick<Standing, 'status'> & Partial<Standing>): Blocker[] => [
  ...(isInStanding(status) ? [] : [{ code: 'partner_inactive' as const, detail: 'Партнер не активен.' }]),
  ...(tax ? taxBlockers(tax) : []),
];

/** Blockers of a default method; null where there is none. */
export function methodBlockers(method: DefaultSince | null, timeZone: string, now: Date): Blocker[] {
  if (method === null || method.default_since === null)
    return [{ code: 'no_method', detail: 'Не указано, куда платить.' }];
  const { default_since, is_proven } = method;
  const from = usableFrom({ default_since, is_proven: is_proven === true });
  if (now >= from) return [];
  const detail = `Реквизиты указаны меньше суток назад. Выплата возможна с ${formatMoment(from, timeZone)}.`;
  return [{ code: 'method_changed', detail }];
}

/** Blockers of a transfer, the sum apart. */
export const blockersOf = (standing: Standing, now: Date): Blocker[] => [
  ...standingBlockers(standing),
  ...methodBlockers(standing, standing.time_zone, now),
];

/** Kopecks missing to the minimum; a payment is never empty or negative. */
export const missingTo = (minimumKop: number, amountKop: number) =>
  Math.max(0, Math.max(1, minimumKop) - amountKop);

export function belowMinimum(minimumKop: number, missingKop: number): Blocker {
  const debtKop = missingKop - Math.max(1, minimumKop);
  const detail =
    debtKop > 0
      ? `Долг ${formatRubles(debtKop)}, вычтем из следующих выплат.`
      : `До минимальной суммы ${formatRubles(Math.max(1, minimumKop))} не хватает ${formatRubles(missingKop)}.`;
  return { code: 'below_minimum', detail };
}

type Payable = Standing & { available_kop: number; minimum_kop: number };

/** Kopecks missing to the minimum, and all blockers of a transfer. */
export function readinessOf(due: Payable, now: Date): { missing_kop: number; blockers: Blocker[] } {
  const missing_kop = missingTo(due.minimum_kop, due.available_kop);
  const blockers = blockersOf(due, now);
  if (missing_kop > 0) blockers.push(belowMinimum(due.minimum_kop, missing_kop));
  return { missing_kop, blockers };
}

/** Default methods of partners that can be paid to, by the partners' ids. */
export async function findDefaultMethods(trx: Db, organizationId: string, partnerIds: readonly string[]) {
  const methods = await trx
    .selectFrom('payout_methods')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`partner_id = any(${partnerIds}::uuid[])`)
    .where(isDefaultRail('payout_methods'))
    .execute();
  return new Map(methods.map((method) => [method.partner_id, method]));
}

/** A partner's default method that can be paid to, if there is one. */
export const findDefaultMethod = async (trx: Db, organizationId: string, partnerId: string) =>
  (await findDefaultMethods(trx, organizationId, [partnerId])).get(partnerId);

export type Method = NonNullable<Awaited<ReturnType<typeof findDefaultMethod>>>;

/** The method and its owner as a payment keeps them. */
export const snapshotOf = (
  method: Method,
  { inn, ...card }: Parameters<typeof payeeOf>[0] & { inn: string },
): MethodSnapshot => {
  const { kind, bank, phone, last4, bik, account, corr_account, kpp } = method;
  const requisites = { kind, bank, phone, last4, bik, account, corr_account, kpp };
  return { ...requisites, label: methodLabel(method), payee: payeeOf(card), inn };
};
