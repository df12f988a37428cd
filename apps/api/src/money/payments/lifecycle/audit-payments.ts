import { auditAll, type Cause } from '../../../audit/index.ts';
import type { Db } from '../../../platform/db/db.ts';

type Change = { id: string; diff: Record<string, unknown> };

/** Writes one audit entry for each payment. */
export const auditPayments = (
  trx: Db,
  organizationId: string,
  action: `payment.${string}`,
  changes: readonly Change[],
  { actorId, requestId, at }: Cause,
) =>
  auditAll(
    trx,
    changes.map(({ id: objectId, diff }) => ({
      organizationId,
      actorId,
      requestId,
      at,
      kind: 'payment' as const,
      objectId,
      action,
      diff,
    })),
  );
