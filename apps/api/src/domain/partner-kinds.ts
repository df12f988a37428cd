import { PARTNER_KIND_LABELS, type PartnerKind } from '@referral-dashboard/api-contract';
import type { Db } from '../platform/db/db.ts';
import { invalid } from '../platform/errors.ts';

/** @throws ApiError 400 for a kind of partner that the organization does not work with. */
export async function checkKind(db: Db, organizationId: string, kind: PartnerKind) {
  const { partner_kinds: allowed } = await db
    .selectFrom('organizations')
    .select('partner_kinds')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  if (allowed.includes(kind)) return;
  const names = allowed.map((one) => `«${PARTNER_KIND_LABELS[one]}»`).join(', ');
  throw invalid({ kind: [`Организация не работает с партнерами этого вида. Можно выбрать: ${names}.`] });
}
