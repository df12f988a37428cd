import type { Cause } from '../../audit/index.ts';
import { readToday } from '../../organization/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { findRuleInForce } from '../programs/terms/own-rule.ts';
import { openNew } from './attachment-changes.ts';
import type { NewAttachment } from './attachments.ts';

type Participation = { organizationId: string; clientId: string; programId: string; partnerId: string };
type How = Pick<NewAttachment, 'cause'> & { reason: string; starts_at?: string | undefined };

/** Attaches a client to a partner without a lead, by the rule in force. The default of `starts_at` is today. @returns the id of the attachment. */
export async function attachClient(
  trx: Db,
  { organizationId, clientId, programId, partnerId }: Participation,
  { cause: kind, reason, starts_at }: How,
  cause: Cause,
): Promise<string> {
  const attachment = {
    organization_id: organizationId,
    client_id: clientId,
    program_id: programId,
    partner_id: partnerId,
    lead_id: null,
    reward_rule_id: await findRuleInForce(trx, { organizationId, programId, partnerId }, cause.at),
    cause: kind,
    starts_at: starts_at ?? (await readToday(trx, organizationId, cause.at)),
  };
  return openNew(trx, attachment, { reason }, cause);
}
