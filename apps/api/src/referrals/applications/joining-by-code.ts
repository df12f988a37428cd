import type { PhoneConfirmation, TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import {
  type Joining,
  type JoiningUser,
  joinCard,
  lockCard,
  organizationCannotJoin,
  type PhoneProof,
} from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { hashToken } from '../../platform/one-time-token.ts';
import { recordPartner } from '../partners/partner-webhooks.ts';
import type { ApplicationLimits } from './application-limits.ts';
import { applicationsRepo, type ProvenApplication } from './applications.repo.ts';
import type { EnrollmentActions } from './decisions.ts';
import { settleApplications } from './open-applications.ts';

export type JoiningByCodeDeps = {
  db: Db;
  clock: Clock;
  limits: ApplicationLimits;
  /** Undefined: no channel can send a code. */
  proof: PhoneProof | undefined;
  joinByPassword: Joining['byPassword'];
  approveEnrollment: EnrollmentActions['approve'];
};

/**
 * Joins partners who prove their phone by a code. In a program with the policy `open` the partner takes part immediately; otherwise the partner can sign in
 * and waits for a decision.
 */
export function createJoiningByCode({
  db,
  clock,
  limits,
  proof,
  joinByPassword,
  approveEnrollment,
}: JoiningByCodeDeps) {
  async function find(token: string) {
    const application = await applicationsRepo(db).proven(hashToken(token));
    if (application === undefined) throw noSuchObject();
    return application;
  }

  /** Sets the user of the card. An invited card becomes active, as does a pending card in an open program; others keep their status. */
  async function join(trx: Db, application: ProvenApplication, user: JoiningUser, requestId: string) {
    if (user.role !== 'partner') throw organizationCannotJoin();
    const { organization_id: organizationId, partner_id: partnerId, program_id: programId } = application;
    const card = await lockCard(trx, organizationId, partnerId);
    if (card === undefined || (card.user_id !== null && card.user_id !== user.id)) throw noSuchObject();
    const isOpen = application.join_policy === 'open';
    const isAdmitted = card.status === 'invited' || (card.status === 'pending' && isOpen);
    const at = clock();
    const status = isAdmitted ? 'active' : card.status;
    await joinCard(trx, {
      ...{ organizationId, partnerId, requestId, userId: user.id },
      ...{ from: card.status, to: status, at },
    });
    await recordPartner(trx, 'partner.updated', { organizationId, partnerId }, at);
    if (status !== 'active' || !isOpen) return;
    const cards = [{ organizationId, partnerId }];
    const viewer = { role: 'partner', userId: user.id, cards, requestId } as const;
    const participation = { organizationId, programId, partnerId };
    if (await approveEnrollment(trx, { viewer, organizationId }, participation))
      await settleApplications(
        trx,
        participation.organizationId,
        [participation],
        { status: 'approved' },
        at,
      );
  }

  return {
    isAsked: proof !== undefined,

    /** Sends a code to the applicant. */
    send: async (phone: string, network: string): Promise<void> => proof?.send(phone, network),

    /** @throws ApiError 400 for a wrong code or password, 404 for an unknown application, 429 for too many attempts */
    async confirm(request: FastifyRequest, input: PhoneConfirmation): Promise<TokenPair> {
      await limits.confirm(toNetwork(request.ip), hashToken(input.token));
      const application = await find(input.token);
      const { phone = '', last_name = '', first_name = '', father_name = '' } = application.submitted;
      if (proof === undefined || !(await proof.check(phone, input.code, toNetwork(request.ip))))
        throw invalid({ code: ['Код не подошел. Проверьте его или отправьте заявку снова.'] });
      const newAccount = { phone, last_name, first_name, father_name, role: 'partner' } as const;
      return joinByPassword(request, newAccount, input, (trx, user) =>
        join(trx, application, user, request.id),
      );
    },
  };
}
