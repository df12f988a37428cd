import type { Cause } from '../../../audit/index.ts';
import { readToday } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { rulesInForce } from '../../programs/terms/own-rule.ts';
import { type Opening, openAll } from './attachment-changes.ts';
import type { NewAttachment } from './attachments.ts';

/** A client with a program and a partner. The default of `starts_at` is today. */
export type Participation = {
  clientId: string;
  programId: string;
  partnerId: string;
  starts_at?: string | undefined;
};
type How = Pick<NewAttachment, 'cause'> & { reason: string };

/** Attaches different clients to partners without leads, by the rules in force. @returns the ids of the attachments. */
export async function attachClients(
  trx: Db,
  organizationId: string,
  clients: readonly Participation[],
  { cause: kind, reason }: How,
  cause: Cause,
): Promise<string[]> {
  if (clients.length === 0) return [];
  const today = await readToday(trx, organizationId, cause.at);
  const findRule = rulesInForce(trx, organizationId, cause.at);
  const openings: Opening[] = [];
  for (const { clientId, programId, partnerId, starts_at } of clients)
    openings.push({
      reason,
      values: {
        organization_id: organizationId,
        client_id: clientId,
        program_id: programId,
        partner_id: partnerId,
        lead_id: null,
        reward_rule_id: await findRule(programId, partnerId),
        cause: kind,
        starts_at: starts_at ?? today,
      },
    });
  return openAll(trx, organizationId, openings, cause);
}
