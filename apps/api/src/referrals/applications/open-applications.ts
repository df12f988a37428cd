import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** A partner in a program. */
type Participation = { partnerId: string; programId: string };

/** A partner that asks to take part in a program. */
export type ParticipationRequest = Participation & { organizationId: string };

/** The decision of the organization. The applicant sees the reason; only the organization sees the comment. */
export type Decision = { status: 'approved' } | { status: 'rejected'; reason: string; comment: string };

/** Predicate on a card `p`: a decision on the card, on an application or on a request to take part is pending. */
export const awaitsDecision = sql<SqlBool>`(
  p.status = 'pending'
  or exists (select from applications n where n.organization_id = p.organization_id and n.partner_id = p.id
             and n.status = 'pending')
  or exists (select from enrollments n where n.organization_id = p.organization_id and n.partner_id = p.id
             and n.status = 'pending'))`;

/** Sets the pending applications for enrollments to the status of the decision. Returns their form values. */
export async function settleApplications(
  trx: Db,
  organizationId: string,
  enrollments: readonly Participation[],
  decision: Decision,
  at: Date,
) {
  const explanation = decision.status === 'rejected' ? decision : { reason: '', comment: '' };
  const settled = await trx
    .updateTable('applications')
    .set({
      status: decision.status,
      reason: explanation.reason,
      comment: explanation.comment,
      decided_at: at,
    })
    .where('organization_id', '=', organizationId)
    .where(
      sql<SqlBool>`(partner_id, program_id) in (
        select * from unnest(${enrollments.map(({ partnerId }) => partnerId)}::uuid[], ${enrollments.map(({ programId }) => programId)}::uuid[]))`,
    )
    .where('status', '=', 'pending')
    .returning('submitted')
    .execute();
  return settled.map(({ submitted }) => submitted);
}
