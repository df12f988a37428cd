import { audit } from '../../audit/index.ts';
import { channelsFor } from '../../messages/index.ts';
import { lockCard } from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { recordPartner } from '../partners/partner-webhooks.ts';
import { reportDecision } from './application-messages.ts';
import { applicationsRepo } from './applications.repo.ts';
import { type Decision, type ParticipationRequest, settleApplications } from './open-applications.ts';

type Actor = { viewer: Viewer; organizationId: string };
type EnrollmentKey = { programId: string; partnerId: string };

/** Operations on the enrollments of partners in programs. The programs module implements them. */
export type EnrollmentActions = {
  /** Approves the enrollment of a partner. Returns whether the partner now takes part. */
  approve: (trx: Db, by: Actor, enrollment: EnrollmentKey) => Promise<boolean>;
  set: (trx: Db, by: Actor, enrollment: EnrollmentKey, to: 'rejected' | 'pending') => Promise<void>;
};

/** Sends an invitation link to the person of a card. The people module implements it. */
export type Invite = (
  trx: Db,
  staff: Staff,
  partnerId: string,
  site: string,
  opening: string,
) => Promise<unknown>;

type CardTransition = { partnerId: string; action: string; reason: string; comment: string; site: string };

export type DecisionsDeps = { clock: Clock; enrollments: EnrollmentActions; invite: Invite };
export type Decisions = ReturnType<typeof createDecisions>;

const alreadyDecided = () => conflict('in_use', 'Эта заявка уже рассмотрена. Обновите страницу.');
const cardPreventsApproval = () =>
  conflict('in_use', 'Сейчас заявку не одобрить: сначала верните партнера из архива или разблокируйте его.');

/** Decisions of the organization about applications and requests to take part. */
export function createDecisions({ clock, enrollments, invite }: DecisionsDeps) {
  const toActor = (staff: Staff): Actor => ({ viewer: staff, organizationId: staff.organizationId });

  /** Applies one decision: changes the enrollment and its applications and notifies the applicant. The card must be locked. */
  async function settle(trx: Db, staff: Staff, participation: ParticipationRequest, decision: Decision) {
    const at = clock();
    if (decision.status === 'approved') await enrollments.approve(trx, toActor(staff), participation);
    else await enrollments.set(trx, toActor(staff), participation, 'rejected');
    const formValues = await settleApplications(
      trx,
      participation.organizationId,
      [participation],
      decision,
      at,
    );
    const emails = formValues.map(({ email = '' }) => email);
    await reportDecision(trx, { ...participation, decision, actorId: staff.userId, at, emails });
  }

  /** Changes the status of a card that waits for its first decision. */
  async function transitionCard(trx: Db, staff: Staff, partnerId: string, decision: Decision) {
    const { organizationId, userId: actorId, requestId } = staff;
    const [at, isApproved] = [clock(), decision.status === 'approved'];
    const status = isApproved ? ('active' as const) : ('rejected' as const);
    const explanation = decision.status === 'rejected' ? decision : { reason: '', comment: '' };
    await applicationsRepo(trx).setCard(organizationId, partnerId, {
      status,
      status_reason: explanation.reason,
      updated_at: at,
    });
    const { reason, comment } = explanation;
    const diff = { from: 'pending', to: status, reason, ...(comment && { comment }) };
    const action = isApproved ? 'partner.approve' : 'partner.reject';
    await audit(trx, {
      ...{ organizationId, actorId, requestId, at, action, diff },
      ...{ kind: 'partner', objectId: partnerId },
    });
    await recordPartner(trx, 'partner.updated', { organizationId, partnerId }, at);
  }

  /** Sends the link for the first sign-in when a channel reaches the person. */
  async function sendInvitation(trx: Db, staff: Staff, partnerId: string, site: string) {
    const { user_id, phone, email } = await applicationsRepo(trx).contacts(staff.organizationId, partnerId);
    if (user_id !== null) return;
    if ((await channelsFor(trx, { phone, email }, staff.organizationId)).length === 0) return;
    await invite(trx, staff, partnerId, site, 'Ваша заявка одобрена.');
  }

  return {
    /**
     * Decides on a partner in one program, for an application or for a request to take part.
     *
     * @throws ApiError 404 for an unknown card, 409 when there is nothing to decide or the status of the card prevents an approval.
     */
    async decide(
      trx: Db,
      staff: Staff,
      participation: ParticipationRequest,
      decision: Decision,
      site: string,
    ) {
      const { organizationId, partnerId, programId } = participation;
      const card = await lockCard(trx, organizationId, partnerId);
      if (card === undefined) throw noSuchObject();
      const pendingPrograms = await applicationsRepo(trx).undecided(organizationId, partnerId);
      if (!pendingPrograms.includes(programId)) throw alreadyDecided();
      const isApproved = decision.status === 'approved';
      if (isApproved && !['invited', 'pending', 'active'].includes(card.status)) throw cardPreventsApproval();
      await settle(trx, staff, participation, decision);
      const isLast = pendingPrograms.length === 1;
      if (card.status === 'pending' && (isApproved || isLast))
        await transitionCard(trx, staff, partnerId, decision);
      if (isApproved) await sendInvitation(trx, staff, partnerId, site);
    },

    /**
     * Applies a status change of the card to the pending requests of the partner: decides on all of them, or makes rejected ones pending.
     * The card must be locked.
     */
    async applyCardTransition(
      trx: Db,
      staff: Staff,
      { partnerId, action, site, ...explanation }: CardTransition,
    ) {
      const { organizationId } = staff;
      if (action === 'reopen') {
        for (const programId of await applicationsRepo(trx).reopen(organizationId, partnerId))
          await enrollments.set(trx, toActor(staff), { programId, partnerId }, 'pending');
      }
      if (action !== 'approve' && action !== 'reject') return;
      const decision: Decision =
        action === 'approve' ? { status: 'approved' } : { ...explanation, status: 'rejected' };
      for (const programId of await applicationsRepo(trx).undecided(organizationId, partnerId))
        await settle(trx, staff, { organizationId, partnerId, programId }, decision);
      if (action === 'approve') await sendInvitation(trx, staff, partnerId, site);
    },
  };
}
