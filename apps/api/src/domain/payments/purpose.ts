import { type PartnerKind, type VatMode, vatWords } from '@referral-dashboard/api-contract';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

const PURPOSE_LENGTH = 210;

export type Purpose = {
  number: number;
  /** Name of the organization. */
  organization: string;
  amount_kop: number;
  /** VAT in what this partner is paid. */
  vat: VatMode;
  /** Day whose rates are asked. */
  day: string;
};

/** A payment's purpose as the bank prints it. At most 210 characters: what is too long is the organization's name. */
export function purposeOf({ number, organization, amount_kop, vat, day }: Purpose): string {
  const tax = vatWords(vat, amount_kop, day);
  const saying = (name: string) =>
    `Вознаграждение по реферальной программе, ${name}, выплата В-${number}. ${tax}${tax.endsWith('.') ? '' : '.'}`;
  const name = [...organization];
  const room = PURPOSE_LENGTH - saying('').length;
  return saying(name.length > room ? `${name.slice(0, room - 1).join('')}…` : organization);
}

type Subject = { organizationId: string; partnerId: string; number: number; amount_kop: number; at: Date };

/** Purpose by the settings of the organization and the kind of the partner. People are no payers of VAT. */
export async function purposeNow(trx: Db, { organizationId, partnerId, number, amount_kop, at }: Subject) {
  const { kind, ...organization } = await trx
    .selectFrom('partners as p')
    .innerJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.kind', 'o.name', 'o.vat_ip', 'o.vat_legal', 'o.time_zone'])
    .where('p.organization_id', '=', organizationId)
    .where('p.id', '=', partnerId)
    .executeTakeFirstOrThrow();
  return purposeFor(organization, { kind, number, amount_kop, at });
}

type Terms = { name: string; vat_ip: VatMode; vat_legal: VatMode; time_zone: string };
type Paid = Pick<Subject, 'number' | 'amount_kop' | 'at'> & { kind: PartnerKind };

/** The same, with the settings at hand. */
export function purposeFor(
  { name, vat_ip, vat_legal, time_zone }: Terms,
  { kind, number, amount_kop, at }: Paid,
): string {
  const vat = kind === 'ip' ? vat_ip : kind === 'legal' ? vat_legal : 'none';
  return purposeOf({ number, organization: name, amount_kop, vat, day: dayIn(at, time_zone) });
}
