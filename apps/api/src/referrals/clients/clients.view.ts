import { maskedPhone } from '@referral-dashboard/api-contract';
import { clientNumber, leadNumber } from '../../database/rules/numbers.ts';
import { readsContacts } from '../../people/index.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { optionalRuleView } from '../programs/terms/rule-view.ts';
import type { AttachmentRow, ClientRow } from './clients.repo.ts';

/**
 * Converts a row into the API object. Viewers without access to contacts get a masked phone. The response schema removes the other fields that
 * a partner may not see.
 */
export function clientView(row: ClientRow, attachments: readonly AttachmentRow[], viewer: Viewer) {
  const shown = {
    ...row,
    number: clientNumber(row.number),
    ...(!readsContacts(viewer) && {
      phone: row.phone && maskedPhone(row.phone),
      email: '',
      inn: '',
      external_id: null,
    }),
    organization: { id: row.organization_id, name: row.organization_name },
    attachments: attachments.map((attachment) => attachmentView(attachment, viewer)),
    created_at: row.created_at.toISOString(),
  };
  const [latest] = shown.attachments;
  if (viewer.role === 'organization' || latest === undefined) return shown;
  const { program, starts_at, ends_at, closed_at, reward, reward_event } = latest;
  return { ...shown, program, starts_at, ends_at, closed_at, reward, reward_event };
}

const attachmentView = (row: AttachmentRow, viewer: Viewer) => ({
  id: row.id,
  program: { id: row.program_id, name: row.program_name },
  partner: { id: row.partner_id, name: row.partner_name },
  lead:
    row.lead_id === null || row.lead_number === null
      ? null
      : { id: row.lead_id, number: leadNumber(row.lead_number) },
  cause: row.cause,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  closed_at: row.closed_at?.toISOString() ?? null,
  close_reason: readsContacts(viewer) ? row.close_reason : '',
  reward: optionalRuleView(row),
  reward_event: row.reward_event,
});
