import { type Applications, PARTNER_KINDS } from '@referral-dashboard/api-contract';
import { z } from 'zod';
import type { applicationsRepo } from './applications.repo.ts';

type Row = Awaited<ReturnType<ReturnType<typeof applicationsRepo>['ofPartner']>>[number];

/** Maps a row to the contract. */
export const applicationView = (row: Row): Applications['results'][number] => ({
  id: row.id,
  program: { id: row.program_id, name: row.program_name },
  status: row.status,
  reason: row.reason,
  comment: row.comment,
  given: toGiven(row.submitted),
  is_repeat: row.is_repeat,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  ip: row.ip,
  consents: [
    { kind: 'offer', version: row.offer_version, sha256: row.offer_sha256, text: row.offer_text },
    { kind: 'personal_data', version: row.data_version, sha256: row.data_sha256, text: row.data_text },
  ],
});

const KINDS = z.enum(PARTNER_KINDS);

/** Form values of an application. The keys are those of `apply`. */
function toGiven(submitted: Record<string, string>): Applications['results'][number]['given'] {
  const { last_name = '', first_name = '', father_name = '', company_name = '' } = submitted;
  const { kind, phone = '', email = '', inn = '' } = submitted;
  return { kind: KINDS.parse(kind), last_name, first_name, father_name, company_name, phone, email, inn };
}
