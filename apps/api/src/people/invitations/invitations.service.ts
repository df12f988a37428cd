import {
  type Invitation,
  type InvitationConsent,
  type JoinedSession,
  maskedPhone,
  type PartnerStatus,
} from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../audit/index.ts';
import { notifyOwnerChange } from '../../messages/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { hashToken } from '../../platform/one-time-token.ts';
import type { Joining, JoiningUser } from '../accounts/joining.ts';
import { joinCard, lockCard, type RecordPartner } from '../join-card.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { type FoundInvitation, invitationsRepo } from './invitations.repo.ts';
import {
  alreadyEmployee,
  employeeOfAnotherOrganization,
  noSuchInvitation,
  organizationCannotJoin,
  partnerCannotJoin,
  wrongPerson,
} from './refusals.ts';

type Card = { organizationId: string; partnerId: string; from: PartnerStatus };
type Employment = { organization_id: string; position: NonNullable<FoundInvitation['position']> };

/** Actions on users that invitations need. */
export type InvitedPeople = {
  /** Signs in the user who accepts an invitation. */
  joinAs: Joining['invited'];
  /** Gives a user a position in an organization, and enables the user. */
  employ: (trx: Db, userId: string, employment: Employment) => Promise<void>;
  /** Enables a user that another organization disabled. */
  enableSignIn: (trx: Db, userId: string) => Promise<void>;
  recordPartner: RecordPartner;
};

export type InvitationsServiceDeps = {
  db: Db;
  clock: Clock;
  limits: InvitationLimits;
  people: InvitedPeople;
};
export type InvitationsService = ReturnType<typeof createInvitationsService>;

/** Accepts invitations: users join organizations through a link. */
export function createInvitationsService({ db, clock, limits, people }: InvitationsServiceDeps) {
  async function find(trx: Db, token: string): Promise<FoundInvitation> {
    const invitation = await invitationsRepo(trx).find(hashToken(token), clock());
    if (invitation === undefined) throw noSuchInvitation();
    return invitation;
  }

  async function joinAsPartner(trx: Db, card: Card, user: JoiningUser, requestId: string) {
    if (user.role !== 'partner') throw organizationCannotJoin();
    if (user.switched_off_at !== null) await people.enableSignIn(trx, user.id);
    // The card of an approved applicant is already active.
    await joinCard(trx, { ...card, requestId, userId: user.id, to: 'active', at: clock() });
    await people.recordPartner(trx, card, clock());
  }

  /** Gives the user a position. A user that another organization disabled may join. */
  async function joinTeam(trx: Db, employment: Employment, user: JoiningUser, requestId: string) {
    if (user.role === 'partner') throw partnerCannotJoin();
    const worksThere = user.organization_id !== null && user.switched_off_at === null;
    if (worksThere)
      throw user.organization_id === employment.organization_id
        ? alreadyEmployee()
        : employeeOfAnotherOrganization();
    await people.employ(trx, user.id, employment);
    if (employment.position === 'owner')
      await notifyOwnerChange(trx, user.id, employment.organization_id, clock());
    await audit(trx, {
      ...{ organizationId: employment.organization_id, actorId: user.id, requestId, at: clock() },
      ...{ action: 'employee.join', kind: 'employee', objectId: user.id },
      diff: { position: employment.position },
    });
  }

  /** Joins the organization of a link and marks the link as used. */
  async function join(trx: Db, token: string, user: JoiningUser, requestId: string) {
    const unlocked = await find(trx, token);
    const repo = invitationsRepo(trx);
    const card =
      unlocked.partner_id === null
        ? undefined
        : await lockCard(trx, unlocked.organization_id, unlocked.partner_id);
    if (unlocked.partner_id === null) await repo.lockLink(unlocked.organization_id, unlocked.id);
    // Checked again under the lock: a concurrent request may have used the link.
    const invitation = await find(trx, token);
    const { id, organization_id: organizationId, partner_id, phone } = invitation;
    if (user.phone !== phone) throw wrongPerson();
    if (partner_id === null) await joinTeam(trx, toEmployment(invitation), user, requestId);
    else if (card === undefined) throw noSuchInvitation();
    else {
      const partnerCard = { organizationId, partnerId: partner_id, from: card.status };
      await joinAsPartner(trx, partnerCard, user, requestId);
    }
    await repo.use(organizationId, id, user.id, clock());
  }

  return {
    /** Describes an invitation. The response does not show whether the phone has an account. */
    async check(token: string, network: string): Promise<Invitation> {
      await limits.check(network);
      const { kind, organization, position, name, phone, expires_at } = await find(db, token);
      return {
        kind,
        organization,
        position,
        phone: maskedPhone(phone),
        expires_at: expires_at.toISOString(),
        // A partner without a name is shown by phone, which must be masked here.
        name: name === phone || name === '' ? maskedPhone(phone) : name,
      };
    },

    /** Accepts an invitation. @throws ApiError 403 for another user than the invited one, 409 for an account that cannot join. */
    async accept(
      request: FastifyRequest,
      consent: InvitationConsent,
      network: string,
    ): Promise<JoinedSession> {
      await limits.accept(network);
      const { kind, phone, last_name, first_name, father_name } = await find(db, consent.token);
      const role = kind === 'partner' ? kind : null;
      const newAccount = { phone, last_name, first_name, father_name, role };
      return people.joinAs(request, newAccount, consent, (trx, user) =>
        join(trx, consent.token, user, request.id),
      );
    },
  };
}

function toEmployment({ organization_id, position }: FoundInvitation): Employment {
  if (position === null) throw new Error('The invitation of an employee has no position.');
  return { organization_id, position };
}
