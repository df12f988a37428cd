import { randomUUIDv7 } from 'node:crypto';
import { type InvitationLink, stateMachines } from '@referral-dashboard/api-contract';
import { createStaffAudit } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalidTransition, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { lockCard } from '../join-card.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { newLink } from './invitation-link.ts';
import { invitationsRepo } from './invitations.repo.ts';

export type PartnerInvitations = ReturnType<typeof createPartnerInvitations>;

/** Invitation links for the partners of cards. */
export function createPartnerInvitations(db: Db, clock: Clock, limits: InvitationLimits) {
  const addAuditEntry = createStaffAudit('partner', clock);
  const writeAudit = (trx: Db, staff: Staff, action: string, partnerId: string) =>
    addAuditEntry(trx, staff, action, partnerId, { changed: ['invitation'] });

  /** Locks a card. @throws ApiError 404, or 409 for a card that has a user or cannot be invited. */
  async function lockInvited(trx: Db, { organizationId }: Staff, partnerId: string) {
    const card = await lockCard(trx, organizationId, partnerId);
    if (card === undefined) throw noSuchObject();
    const isAwaited = card.status === 'invited' || (card.status === 'active' && card.user_id === null);
    if (!isAwaited) throw invalidTransition(card.status, stateMachines.partner.transitions[card.status]);
  }

  /** Creates a link for a card and revokes the previous one. The card is new or locked by the caller. */
  async function issue(
    trx: Db,
    staff: Staff,
    partnerId: string,
    site: string,
    opening?: string,
  ): Promise<InvitationLink> {
    const card = await trx
      .selectFrom('partners')
      .select(['phone', 'email'])
      .where('organization_id', '=', staff.organizationId)
      .where('id', '=', partnerId)
      .executeTakeFirstOrThrow();
    const invited = {
      organizationId: staff.organizationId,
      to: card,
      toWhat: 'вас стать партнером',
      opening,
    };
    const { link, row } = await newLink(trx, invited, clock(), site);
    await invitationsRepo(trx).revoke(staff.organizationId, partnerId, row.created_at);
    await invitationsRepo(trx).insert({
      ...row,
      id: randomUUIDv7(),
      organization_id: staff.organizationId,
      kind: 'partner',
      partner_id: partnerId,
      created_by: staff.userId,
    });
    return link;
  }

  return {
    issue,

    /** Counts a new link of the organization. @throws ApiError 429 */
    admit: ({ organizationId }: Staff) => limits.issue(organizationId),

    async renew(staff: Staff, partnerId: string, site: string): Promise<InvitationLink> {
      await limits.issue(staff.organizationId);
      return db.transaction().execute(async (trx) => {
        await lockInvited(trx, staff, partnerId);
        await writeAudit(trx, staff, 'invite', partnerId);
        return issue(trx, staff, partnerId, site);
      });
    },

    revoke: (staff: Staff, partnerId: string) =>
      db.transaction().execute(async (trx) => {
        await lockInvited(trx, staff, partnerId);
        const isRevoked = await invitationsRepo(trx).revoke(staff.organizationId, partnerId, clock());
        if (isRevoked) await writeAudit(trx, staff, 'revoke-invitation', partnerId);
      }),
  };
}
