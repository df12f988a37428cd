import {
  type Invitation,
  type InvitationConsent,
  type JoinedSession,
  maskedPhone,
  type PartnerStatus,
  type Role,
} from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../audit/index.ts';
import { notifyOwnerChange } from '../../messages/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { hashOf } from '../../platform/one-time-token.ts';
import { joinCard } from '../join-card.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { type FoundInvitation, invitationsRepo } from './invitations.repo.ts';
import {
  employedElsewhere,
  employedHere,
  noSuchInvitation,
  organizationCannotJoin,
  partnerCannotJoin,
  wrongPerson,
} from './refusals.ts';

type Joiner = {
  id: string;
  role: Role | null;
  phone: string;
  organization_id: string | null;
  switched_off_at: Date | null;
};
type Card = { organizationId: string; partnerId: string; from: PartnerStatus };
type Place = { organization_id: string; position: NonNullable<FoundInvitation['position']> };
type Newcomer = Pick<FoundInvitation, 'phone' | 'last_name' | 'first_name' | 'father_name'> & {
  role: 'partner' | null;
};

/** People and their sign-in; whoever keeps them passes this in. */
export type InvitedPeople = {
  /** Signs in whoever accepts. */
  joinAs: (
    request: FastifyRequest,
    newcomer: Newcomer,
    given: InvitationConsent,
    join: (trx: Db, joiner: Joiner) => Promise<void>,
  ) => Promise<JoinedSession>;
  /** Gives a person a place in an organization, and lets it in again where it was shut out. */
  employ: (trx: Db, userId: string, place: Place) => Promise<void>;
  /** Lets a person in again that another organization shut out. */
  readmit: (trx: Db, userId: string) => Promise<void>;
};

export type InvitationsParts = { db: Db; clock: Clock; limits: InvitationLimits; people: InvitedPeople };
export type InvitationsService = ReturnType<typeof createInvitationsService>;

/** Joining organizations by a link, by one's own consent. */
export function createInvitationsService({ db, clock, limits, people }: InvitationsParts) {
  async function find(trx: Db, token: string): Promise<FoundInvitation> {
    const found = await invitationsRepo(trx).find(hashOf(token), clock());
    if (found === undefined) throw noSuchInvitation();
    return found;
  }

  async function joinAsPartner(trx: Db, card: Card, joiner: Joiner, requestId: string) {
    if (joiner.role !== 'partner') throw organizationCannotJoin();
    if (joiner.switched_off_at !== null) await people.readmit(trx, joiner.id);
    // An approved applicant's card is active already.
    await joinCard(trx, { ...card, requestId, userId: joiner.id, to: 'active', at: clock() });
  }

  /** Gives the user a position. A user switched off by another organization may work here. */
  async function joinTeam(trx: Db, place: Place, joiner: Joiner, requestId: string) {
    if (joiner.role === 'partner') throw partnerCannotJoin();
    const worksThere = joiner.organization_id !== null && joiner.switched_off_at === null;
    if (worksThere)
      throw joiner.organization_id === place.organization_id ? employedHere() : employedElsewhere();
    await people.employ(trx, joiner.id, place);
    if (place.position === 'owner') await notifyOwnerChange(trx, joiner.id, place.organization_id, clock());
    await audit(trx, {
      ...{ organizationId: place.organization_id, actorId: joiner.id, requestId, at: clock() },
      ...{ action: 'employee.join', kind: 'employee', objectId: joiner.id },
      diff: { position: place.position },
    });
  }

  /** Uses the link up. */
  async function join(trx: Db, token: string, joiner: Joiner, requestId: string) {
    const seen = await find(trx, token);
    const repo = invitationsRepo(trx);
    const card =
      seen.partner_id === null ? undefined : await repo.lockCard(seen.organization_id, seen.partner_id);
    if (seen.partner_id === null) await repo.lockLink(seen.organization_id, seen.id);
    // Looked at again with the card or the link locked: somebody else may have been quicker.
    const found = await find(trx, token);
    const { id, organization_id: organizationId, partner_id, phone } = found;
    if (joiner.phone !== phone) throw wrongPerson();
    if (partner_id === null) await joinTeam(trx, placeOf(found), joiner, requestId);
    else if (card === undefined) throw noSuchInvitation();
    else {
      const joined = { organizationId, partnerId: partner_id, from: card.status };
      await joinAsPartner(trx, joined, joiner, requestId);
    }
    await repo.use(organizationId, id, joiner.id, clock());
  }

  return {
    /** Describes an invitation; nothing tells whether the phone has an account. */
    async check(token: string, network: string): Promise<Invitation> {
      await limits.check(network);
      const { kind, organization, position, name, phone, expires_at } = await find(db, token);
      return {
        kind,
        organization,
        position,
        phone: maskedPhone(phone),
        expires_at: expires_at.toISOString(),
        // A card without a name is called by its phone.
        name: name === phone || name === '' ? maskedPhone(phone) : name,
      };
    },

    /** @throws ApiError 403 for another person than was invited, 409 for a person who cannot join with this account. */
    async accept(request: FastifyRequest, given: InvitationConsent, network: string): Promise<JoinedSession> {
      await limits.accept(network);
      const { kind, phone, last_name, first_name, father_name } = await find(db, given.token);
      const role = kind === 'partner' ? kind : null;
      const newcomer = { phone, last_name, first_name, father_name, role };
      return people.joinAs(request, newcomer, given, (trx, joiner) =>
        join(trx, given.token, joiner, request.id),
      );
    },
  };
}

function placeOf({ organization_id, position }: FoundInvitation): Place {
  if (position === null) throw new Error('an invitation of an employee has no position');
  return { organization_id, position };
}
