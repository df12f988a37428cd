import {
  computeUntransferred,
  includedVat,
  type PartnerKind,
  type VatMode,
  vatSentence,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatIsoDay } from '../acts/months.ts';

const PURPOSE_LENGTH = 210;

/** `day` is an ISO 8601 date. */
type Contract = { number: string; day: string | null };

export type Purpose = {
  number: number;
  /** Name of the organization. */
  organization: string;
  /** Contract of the partner card; empty values without a contract. */
  contract: Contract;
  amount_kop: number;
  /** VAT of payments to this partner. */
  vat: VatMode;
  /** Day whose VAT rates apply, as an ISO 8601 date. */
  day: string;
};

/** ` по договору № 12/Р от 15.01.2026`; empty without a number. */
const contractWords = ({ number, day }: Contract) =>
  number === '' ? '' : ` по договору № ${number}${day === null ? '' : ` от ${formatIsoDay(day)}`}`;

/** Returns the purpose of a payment for the bank, at most 210 characters. A long name of the organization is truncated. */
export function formatPurpose({ number, organization, contract, amount_kop, vat, day }: Purpose): string {
  const tax = vatSentence(vat, amount_kop, day);
  const purposeWith = (name: string) =>
    `Вознаграждение по реферальной программе${contractWords(contract)}, ${name}, выплата В-${number}. ${tax}${tax.endsWith('.') ? '' : '.'}`;
  const name = [...organization];
  const remainingLength = PURPOSE_LENGTH - purposeWith('').length;
  return purposeWith(
    name.length > remainingLength ? `${name.slice(0, remainingLength - 1).join('')}…` : organization,
  );
}

type Transferred = Parameters<typeof computeUntransferred>[0] & { purpose: string };

/** Returns the purpose for what the bank has still to transfer: the VAT is that of the remaining part. */
export const purposeOfTransfer = ({ purpose, ...payment }: Transferred) =>
  payment.transferred_kop === 0
    ? purpose
    : purpose.replace(
        /(В том числе НДС (\d+) % - )\d+\.\d{2}/u,
        (_, words: string, percent: string) =>
          words + (includedVat(computeUntransferred(payment), Number(percent)) / 100).toFixed(2),
      );

type Subject = { organizationId: string; partnerId: string; number: number; amount_kop: number; at: Date };

/** Returns the purpose from the current data of the organization and the partner. Individuals pay no VAT. */
export async function currentPurpose(
  trx: Db,
  { organizationId, partnerId, number, amount_kop, at }: Subject,
) {
  const { kind, contract_number, contract_day, ...organization } = await trx
    .selectFrom('partners as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.kind', 'p.contract_number', sql<string | null>`p.contract_date::text`.as('contract_day')])
    .select(['o.name', 'o.vat_ip', 'o.vat_legal', 'o.time_zone'])
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', partnerId)
    .executeTakeFirstOrThrow();
  return purposeForApproval(
    organization,
    { kind, contract_number, contract_day },
    { number, amount_kop, at },
  );
}

type Terms = { name: string; vat_ip: VatMode; vat_legal: VatMode; time_zone: string };
type Payee = { kind: PartnerKind; contract_number: string; contract_day: string | null };
type Paid = Pick<Subject, 'number' | 'amount_kop' | 'at'>;

/** Returns the purpose for known data of the organization and the partner. */
export function purposeForApproval(
  { name, vat_ip, vat_legal, time_zone }: Terms,
  { kind, contract_number, contract_day }: Payee,
  { number, amount_kop, at }: Paid,
): string {
  const vat = kind === 'ip' ? vat_ip : kind === 'legal' ? vat_legal : 'none';
  const contract = { number: contract_number, day: contract_day };
  return formatPurpose({ number, organization: name, contract, amount_kop, vat, day: dayIn(at, time_zone) });
}
