import { leadNumber, saleNumber } from '../../../database/rules/numbers.ts';
import { reachedCapInWords } from '../../../money/index.ts';
import { readsContacts } from '../../../people/index.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { SaleRow } from './sales.repo.ts';

/**
 * Converts a row into the API object. Viewers without access to contacts get no comment. The response schema removes the other fields that a
 * partner may not see.
 */
export const saleView = (row: SaleRow, viewer: Viewer) => ({
  ...row,
  ...(!readsContacts(viewer) && { comment: '', external_id: null }),
  number: saleNumber(row.number),
  client: { id: row.client_id, name: row.client_name },
  program: toReference(row.program_id, row.program_name),
  partner: toReference(row.partner_id, row.partner_name),
  lead:
    row.lead_id === null || row.lead_number === null
      ? null
      : { id: row.lead_id, number: leadNumber(row.lead_number) },
  refund_of:
    row.refund_of === null || row.refunded_number === null
      ? null
      : { id: row.refund_of, number: saleNumber(row.refunded_number) },
  cap_reached: row.canceled_at === null && row.refund_of === null ? reachedCapInWords(row.reached_cap) : null,
  canceled_at: row.canceled_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const toReference = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name };
