import type { Blocker, MethodSnapshot, PartnerStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { formatMoment, formatRubles } from '../../platform/russian-format.ts';
import { formatPayee } from '../bank-files/bank-order.ts';
import { isDefaultRail, methodLabel, usableFrom } from '../payout-methods/payout-method.ts';
import { isPayablePartner } from '../rewards/partner-money.ts';
import { type TaxStanding, taxBlockers } from '../tax-status/standing.ts';

/** Default payout method of a partner; nulls when the partner has no default method. */
type DefaultSince = { default_since: Date | null; is_proven: boolean | null };

type Standing = DefaultSince & {
  status: PartnerStatus;
  /** Tax standing of the partner; null when taxes set no conditions. */
  tax: TaxStanding | null;
  /** Time zone of the organization, for times in blocker texts. */
  time_zone: string;
};

/** Returns the blockers of a transfer except the amount and the method. Without a tax standing, taxes do not block. */
export const partnerBlockers = ({ status, tax }: Pick<Standing, 'status'> & Partial<Standing>): Blocker[] => [
  ...(isPayablePartner(status) ? [] : [{ code: 'partner_inactive' as const, detail: 'Партнер не активен.' }]),
  ...(tax ? taxBlockers(tax) : []),
];

/** Returns the blockers of the default method. `method` is null when the partner has no default method. */
export function methodBlockers(method: DefaultSince | null, timeZone: string, now: Date): Blocker[] {
  if (method === null || method.default_since === null)
    return [{ code: 'no_method', detail: 'Не указано, куда платить.' }];
  const { default_since, is_proven } = method;
  const from = usableFrom({ default_since, is_proven: is_proven === true });
  if (now >= from) return [];
  const detail = `Реквизиты изменены меньше суток назад. Выплата возможна с ${formatMoment(from, timeZone)}.`;
  return [{ code: 'method_changed', detail }];
}

/** Returns the blockers of a transfer except the amount. */
export const getBlockers = (standing: Standing, now: Date): Blocker[] => [
  ...partnerBlockers(standing),
  ...methodBlockers(standing, standing.time_zone, now),
];

/** Returns the kopecks missing to the minimum. The minimum is at least one kopeck, because a payment is positive. */
export const missingTo = (minimumKop: number, amountKop: number) =>
  Math.max(0, Math.max(1, minimumKop) - amountKop);

export function belowMinimum(minimumKop: number, missingKop: number): Blocker {
  const debtKop = missingKop - Math.max(1, minimumKop);
  const detail =
    debtKop > 0
      ? `Долг ${formatRubles(debtKop)}, вычтем из следующих выплат.`
      : `До минимальной выплаты ${formatRubles(Math.max(1, minimumKop))} не хватает ${formatRubles(missingKop)}.`;
  return { code: 'below_minimum', detail };
}

type Payable = Standing & { available_kop: number; minimum_kop: number };

/** Returns the kopecks missing to the minimum and all blockers of a transfer. */
export function computeReadiness(due: Payable, now: Date): { missing_kop: number; blockers: Blocker[] } {
  const missing_kop = missingTo(due.minimum_kop, due.available_kop);
  const blockers = getBlockers(due, now);
  if (missing_kop > 0) blockers.push(belowMinimum(due.minimum_kop, missing_kop));
  return { missing_kop, blockers };
}

/** Returns the payable default methods of partners by partner id. */
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

/** Returns the payable default method of a partner, or undefined. */
export const findDefaultMethod = async (trx: Db, organizationId: string, partnerId: string) =>
  (await findDefaultMethods(trx, organizationId, [partnerId])).get(partnerId);

export type Method = NonNullable<Awaited<ReturnType<typeof findDefaultMethod>>>;

/** Returns the snapshot of a method and its owner that a payment stores. */
export const toMethodSnapshot = (
  method: Method,
  { inn, ...card }: Parameters<typeof formatPayee>[0] & { inn: string },
): MethodSnapshot => {
  const { kind, bank, phone, last4, bik, account, corr_account, kpp } = method;
  const requisites = { kind, bank, phone, last4, bik, account, corr_account, kpp };
  return { ...requisites, label: methodLabel(method), payee: formatPayee(card), inn };
};
