import {
  offeredKinds,
  PARTNER_KIND_LABELS,
  type PartnerKind,
  WITHHOLDING_IS_OFF,
} from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';

/**
 * Returns the kind of a new partner, as the function of `readKinds`.
 *
 * @throws ApiError 400 for a kind that the organization does not work with.
 */
export const checkKind = async (db: Db, organizationId: string, kind: PartnerKind | undefined) =>
  (await readKinds(db, organizationId))(kind);

/**
 * Reads the kinds that an organization works with. Returns a function that returns the kind of a new partner, by default the first of them, and throws
 * an ApiError 400 for another kind.
 */
export async function readKinds(
  db: Db,
  organizationId: string,
): Promise<(kind: PartnerKind | undefined) => PartnerKind> {
  const organization = await db
    .selectFrom('organizations')
    .select(['partner_kinds', 'withholds_tax_since'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const allowed = offeredKinds(organization);
  return (kind) => {
    const chosen = kind ?? allowed[0];
    if (chosen !== undefined && allowed.includes(chosen)) return chosen;
    const isOff = kind === 'individual' && organization.partner_kinds.includes(kind);
    const reason = isOff ? WITHHOLDING_IS_OFF : 'Организация не работает с партнерами этого вида.';
    const names = allowed.map((one) => `«${PARTNER_KIND_LABELS[one]}»`).join(', ');
    throw invalid({ kind: [allowed.length === 0 ? reason : `${reason} Можно выбрать: ${names}.`] });
  };
}
