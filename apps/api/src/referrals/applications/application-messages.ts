import { notify, sendTo } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Decision } from './open-applications.ts';

type DecisionReport = {
  organizationId: string;
  partnerId: string;
  programId: string;
  decision: Decision;
  actorId: string;
  at: Date;
  /** E-mails from the applications. Used only for a card without a user. */
  emails: readonly string[];
};

const buildMessage = (program: string, decision: Decision) => {
  const subject = `Заявка на участие в программе «${program}»`;
  if (decision.status === 'approved') return { title: 'Заявка одобрена', text: `${subject} одобрена.` };
  const reason = decision.reason && ` Причина: ${decision.reason}`;
  return { title: 'Заявка отклонена', text: `${subject} отклонена.${reason}` };
};

/**
 * Reports a decision to the applicant. A card with a user gets a message; without a user, a rejection goes to the e-mail of the application.
 * The invitation reports the approval of a card without a user.
 */
export async function reportDecision(trx: Db, report: DecisionReport) {
  const { organizationId, partnerId, programId, decision, actorId, at, emails } = report;
  const { name, user_id, organization } = await trx
    .selectFrom('partners as card')
    .innerJoin('organizations as o', 'o.id', 'card.organization_id')
    .innerJoin('programs as p', 'p.organization_id', 'card.organization_id')
    .select(['p.name', 'card.user_id', 'o.name as organization'])
    .where('card.organization_id', '=', organizationId)
    .where('card.id', '=', partnerId)
    .where('p.id', '=', programId)
    .executeTakeFirstOrThrow();
  const message = buildMessage(name, decision);
  if (user_id !== null) {
    const path = decision.status === 'approved' ? `/referral/program/${programId}` : '';
    const partner = { ...message, path, cardId: partnerId };
    return notify(trx, { event: 'application_decided', organizationId, actorId, at, partner });
  }
  if (decision.status === 'approved') return;
  const text = `${organization}. ${message.text}`;
  for (const email of new Set(emails))
    if (email !== '')
      await sendTo(trx, {
        to: { email },
        organizationId,
        at,
        channels: ['email'],
        title: message.title,
        text,
      });
}
