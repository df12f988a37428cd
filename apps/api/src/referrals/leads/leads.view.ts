import { maskedPhone } from '@referral-dashboard/api-contract';
import { clientNumber, leadNumber } from '../../database/rules/numbers.ts';
import { reachedCapInWords } from '../../money/index.ts';
import { readsContacts } from '../../people/index.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { LeadRow } from './lead-rows.ts';

/** UTM tags of a link are visible only to the partner who owns the link. */
const NO_VISIT = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_content: '',
  utm_term: '',
  referrer_host: '',
};

/**
 * Converts a row into the API object. Viewers without access to contacts get a masked phone. The response schema removes the other fields
 * that a partner may not see.
 */
export function leadView(row: LeadRow, viewer: Viewer) {
  const { accepted_at, consent_version, consent_sha256 } = row;
  // The link of a transferred lead belongs to its former partner.
  const isOwnLink = viewer.role === 'organization' || row.link_partner_id === row.partner_id;
  return {
    ...row,
    number: leadNumber(row.number),
    ...(!readsContacts(viewer) && { phone: maskedPhone(row.phone), email: '', comment: '' }),
    organization: { id: row.organization_id, name: row.organization_name },
    program: { id: row.program_id, name: row.program_name },
    partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name ?? '' },
    visit: isOwnLink ? row : NO_VISIT,
    link: row.link_id === null || !isOwnLink ? null : { id: row.link_id, code: row.link_code ?? '' },
    earned_by: row.earned_by === null ? null : { id: row.earned_by, name: row.earner_name ?? '' },
    duplicate_of: leadReference(row.duplicate_of, row.first_number),
    same_email_as: leadReference(row.same_email_as, row.same_email_number),
    client:
      row.client_id === null || row.client_number === null
        ? null
        : { id: row.client_id, number: clientNumber(row.client_number) },
    cap_reached: row.earned_by === null ? reachedCapInWords(row.reached_cap) : null,
    unrewarded: row.reward_rule_id === null,
    client_attached:
      row.holder_id === null
        ? null
        : row.holder_id === row.partner_id
          ? ('self' as const)
          : ('other' as const),
    attached_to: row.holder_id === null ? null : { id: row.holder_id, name: row.holder_name ?? '' },
    consent:
      accepted_at === null || consent_version === null || consent_sha256 === null
        ? null
        : { version: consent_version, sha256: consent_sha256, accepted_at: accepted_at.toISOString() },
    reward: leadReward(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const leadReference = (id: string | null, number: number | null) =>
  id === null || number === null ? null : { id, number: leadNumber(number) };

function leadReward(row: LeadRow) {
  const {
    reward_id: id,
    reward_number,
    reward_kop,
    reward_explanation,
    reward_status,
    reward_hold_until,
  } = row;
  if (!id || reward_number === null || reward_kop === null || reward_status === null) return null;
  return {
    id,
    number: `Н-${reward_number}`,
    amount_kop: reward_kop,
    explanation: reward_explanation ?? '',
    status: reward_status,
    hold_until: reward_hold_until?.toISOString() ?? null,
  };
}
