import { randomUUIDv7 } from 'node:crypto';
import {
  type Invitation,
  type InvitationConsent,
  type InvitationLink,
  maskedPhone,
  type Role,
  stateMachines,
  type TokenPair,
} from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { audit } from '../../domain/audit.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalidTransition, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { type FoundInvitation, invitationsRepo } from './invitations.repo.ts';
import { noSuchInvitation, organizationCannotJoin, wrongPerson } from './refusals.ts';
import { hashOf, newToken } from './token.ts';

const LIFE_SECONDS = 72 * 60 * 60;

type Joiner = { id: string; role: Role | null; phone: string };

/** Signs in whoever accepts; whoever keeps people and passwords passes this in. */
export type JoinAs = (
  request: FastifyRequest,
  newcomer: Pick<FoundInvitation, 'phone' | 'last_name' | 'first_name' | 'father_name' | 'email'>,
  given: InvitationConsent,
  join: (trx: Db, joiner: Joiner) => Promise<void>,
) => Promise<TokenPair>;

export type InvitationsParts = { db: Db; clock: Clock; limits: InvitationLimits; joinAs: JoinAs };
export type InvitationsService = ReturnType<typeof createInvitationsService>;

/** Links by which people join organizations by their own consent. */
export function createInvitationsService({ db, clock, limits, joinAs }: InvitationsParts) {
  const note = (trx: Db, staff: Staff, action: string, partnerId: string) =>
    audit(trx, {
      organizationId: staff.organizationId,
      actorId: staff.userId,
      requestId: staff.requestId,
      action: `partner.${action}`,
      kind: 'partner',
      objectId: partnerId,
      at: clock(),
      diff: { changed: ['invitation'] },
    });

  /** @throws ApiError 404, and 409 for a card whose person has joined or is not to. */
  async function lockInvited(trx: Db, { organizationId }: Staff, partnerId: string) {
    const card = await invitationsRepo(trx).lockCard(organizationId, partnerId);
    if (card === undefined) throw noSuchObject();
    if (card.status !== 'invited')
      throw invalidTransition(card.status, stateMachines.partner.transitions[card.status]);
  }

  /** A link to a card, in place of the one there was. The card is locked, or new. */
  async function issue(trx: Db, staff: Staff, partnerId: string, site: string): Promise<InvitationLink> {
    const [token, now] = [newToken(), clock()];
    const expires_at = plusSeconds(now, LIFE_SECONDS);
    await invitationsRepo(trx).revoke(staff.organizationId, partnerId, now);
    await invitationsRepo(trx).insert({
      organization_id: staff.organizationId,
      id: randomUUIDv7(),
      kind: 'partner',
      partner_id: partnerId,
      token_hash: hashOf(token),
      created_by: staff.userId,
      created_at: now,
      expires_at,
    });
    return { url: new URL(`/invite/${token}`, site).href, expires_at: expires_at.toISOString() };
  }

  async function find(trx: Db, token: string): Promise<FoundInvitation> {
    const found = await invitationsRepo(trx).find(hashOf(token), clock());
    if (found === undefined) throw noSuchInvitation();
    return found;
  }

  /** Gives the card its person and uses the link up. */
  async function join(trx: Db, token: string, joiner: Joiner, requestId: string) {
    const seen = await find(trx, token);
    await invitationsRepo(trx).lockCard(seen.organization_id, seen.partner_id);
    // Looked at again with the card locked: somebody else may have been quicker.
    const { id, organization_id, partner_id, phone } = await find(trx, token);
    if (joiner.phone !== phone) throw wrongPerson();
    if (joiner.role !== 'partner') throw organizationCannotJoin();
    const at = clock();
    await invitationsRepo(trx).use(organization_id, id, joiner.id, at);
    await invitationsRepo(trx).join(organization_id, partner_id, joiner.id, at);
    await audit(trx, {
      organizationId: organization_id,
      actorId: joiner.id,
      requestId,
      at,
      action: 'partner.join',
      kind: 'partner',
      objectId: partner_id,
      diff: { from: 'invited', to: 'active' },
    });
  }

  return {
    issue,

    /** @throws ApiError 429 */
    admit: ({ organizationId }: Staff) => limits.issue(organizationId),

    async renew(staff: Staff, partnerId: string, site: string): Promise<InvitationLink> {
      await limits.issue(staff.organizationId);
      return db.transaction().execute(async (trx) => {
        await lockInvited(trx, staff, partnerId);
        await note(trx, staff, 'invite', partnerId);
        return issue(trx, staff, partnerId, site);
      });
    },

    revoke: (staff: Staff, partnerId: string) =>
      db.transaction().execute(async (trx) => {
        await lockInvited(trx, staff, partnerId);
        const had = await invitationsRepo(trx).revoke(staff.organizationId, partnerId, clock());
        if (had) await note(trx, staff, 'revoke-invitation', partnerId);
      }),

    /** Describes an invitation; nothing tells whether the phone has an account. */
    async check(token: string, network: string): Promise<Invitation> {
      await limits.check(network);
      const { kind, organization, name, phone, expires_at } = await find(db, token);
      return {
        kind,
        organization,
        phone: maskedPhone(phone),
        expires_at: expires_at.toISOString(),
        // A card without a name is called by its phone.
        name: name === phone ? maskedPhone(phone) : name,
      };
    },

    /** @throws ApiError 403 for another person than was invited, 409 for a person of an organization. */
    async accept(request: FastifyRequest, given: InvitationConsent, network: string): Promise<TokenPair> {
      await limits.accept(network);
      const { phone, last_name, first_name, father_name, email } = await find(db, given.token);
      const newcomer = { phone, last_name, first_name, father_name, email };
      return joinAs(request, newcomer, given, (trx, joiner) => join(trx, given.token, joiner, request.id));
    },
  };
}
