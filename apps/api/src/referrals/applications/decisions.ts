import { audit } from '../../audit/index.ts';
import { channelsFor } from '../../messages/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import type { Staff, Viewer } from '../../platform/http/viewer.ts';
import { reportDecision } from './application-messages.ts';
import { applicationsRepo } from './applications.repo.ts';
import { type Ask, settleApplications, type Verdict } from './open-applications.ts';

type Mover = { viewer: Viewer; organizationId: string };
type Place = { programId: string; partnerId: string };

/** Places in programs, passed in by the module that keeps them. */
export type Places = {
  /** Lets a partner take part. Returns false where the partner does not take part. */
  approve: (trx: Db, by: Mover, place: Place) => Promise<boolean>;
  set: (trx: Db, by: Mover, place: Place, to: 'rejected' | 'pending') => Promise<void>;
};

/** Sends the link by which the person of a card joins; passed in by the module that keeps invitations. */
export type Invite = (
  trx: Db,
  staff: Staff,
  partnerId: string,
  site: string,
  opening: string,
) => Promise<unknown>;

type CardMove = { partnerId: string; word: string; reason: string; comment: string; site: string };

export type DecisionsParts = { clock: Clock; places: Places; invite: Invite };
export type Decisions = ReturnType<typeof createDecisions>;

const decided = () => conflict('in_use', 'Эта заявка уже рассмотрена. Обновите страницу.');
const cardStops = () =>
  conflict('in_use', 'Сейчас заявку не одобрить: сначала верните партнера из архива или разблокируйте его.');

/** The organization's decisions about applications and requests to take part. */
export function createDecisions({ clock, places, invite }: DecisionsParts) {
  const moverOf = (staff: Staff): Mover => ({ viewer: staff, organizationId: staff.organizationId });

  /** One decision: the place, its applications and the message to the applicant. The card is locked. */
  async function settle(trx: Db, staff: Staff, ask: Ask, verdict: Verdict) {
    const at = clock();
    if (verdict.status === 'approved') await places.approve(trx, moverOf(staff), ask);
    else await places.set(trx, moverOf(staff), ask, 'rejected');
    const given = await settleApplications(trx, ask, verdict, at);
    const emails = given.map(({ email = '' }) => email);
    await reportDecision(trx, { ...ask, verdict, actorId: staff.userId, at, emails });
  }

  /** Moves a card that waits for its first decision. */
  async function moveCard(trx: Db, staff: Staff, partnerId: string, verdict: Verdict) {
    const { organizationId, userId: actorId, requestId } = staff;
    const [at, isApproved] = [clock(), verdict.status === 'approved'];
    const status = isApproved ? ('active' as const) : ('rejected' as const);
    const words = verdict.status === 'rejected' ? verdict : { reason: '', comment: '' };
    await applicationsRepo(trx).setCard(organizationId, partnerId, {
      status,
      status_reason: words.reason,
      updated_at: at,
    });
    const { reason, comment } = words;
    const diff = { from: 'pending', to: status, reason, ...(comment && { comment }) };
    const action = isApproved ? 'partner.approve' : 'partner.reject';
    await audit(trx, {
      ...{ organizationId, actorId, requestId, at, action, diff },
      ...{ kind: 'partner', objectId: partnerId },
    });
  }

  /** Sends the link for the first sign-in, where a channel reaches the person. */
  async function welcome(trx: Db, staff: Staff, partnerId: string, site: string) {
    const { user_id, phone, email } = await applicationsRepo(trx).contacts(staff.organizationId, partnerId);
    if (user_id !== null) return;
    if ((await channelsFor(trx, { phone, email }, staff.organizationId)).length === 0) return;
    await invite(trx, staff, partnerId, site, 'Ваша заявка одобрена.');
  }

  return {
    /**
     * Decides about a partner in one program, from wherever it is asked for.
     *
     * @throws ApiError 404 for no such card, 409 where there is nothing to decide or the card stops an approval.
     */
    async decide(trx: Db, staff: Staff, ask: Ask, verdict: Verdict, site: string) {
      const { organizationId, partnerId, programId } = ask;
      const card = await applicationsRepo(trx).lockCard(organizationId, partnerId);
      if (card === undefined) throw noSuchObject();
      const asked = await applicationsRepo(trx).undecided(organizationId, partnerId);
      if (!asked.includes(programId)) throw decided();
      const isApproved = verdict.status === 'approved';
      if (isApproved && !['invited', 'pending', 'active'].includes(card.status)) throw cardStops();
      await settle(trx, staff, ask, verdict);
      const isLast = asked.length === 1;
      if (card.status === 'pending' && (isApproved || isLast)) await moveCard(trx, staff, partnerId, verdict);
      if (isApproved) await welcome(trx, staff, partnerId, site);
    },

    /** Follows a move of the card: decides about all that the partner asks for, or opens it again. The card is locked. */
    async decided(trx: Db, staff: Staff, { partnerId, word, site, ...words }: CardMove) {
      const { organizationId } = staff;
      if (word === 'reopen') {
        for (const programId of await applicationsRepo(trx).reopen(organizationId, partnerId))
          await places.set(trx, moverOf(staff), { programId, partnerId }, 'pending');
      }
      if (word !== 'approve' && word !== 'reject') return;
      const verdict: Verdict = word === 'approve' ? { status: 'approved' } : { ...words, status: 'rejected' };
      for (const programId of await applicationsRepo(trx).undecided(organizationId, partnerId))
        await settle(trx, staff, { organizationId, partnerId, programId }, verdict);
      if (word === 'approve') await welcome(trx, staff, partnerId, site);
    },
  };
}
