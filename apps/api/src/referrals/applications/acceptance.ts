import type { ApplicationAcceptance, JoinedSession } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import {
  type Joining,
  type JoiningUser,
  joinCard,
  lockCard,
  organizationCannotJoin,
} from '../../people/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError, noSuchObject } from '../../platform/errors.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { hashToken } from '../../platform/one-time-token.ts';
import { recordPartner } from '../partners/partner-webhooks.ts';
import type { ApplicationLimits } from './application-limits.ts';
import { applicationsRepo } from './applications.repo.ts';

export type AcceptanceDeps = {
  db: Db;
  clock: Clock;
  limits: ApplicationLimits;
  /** Joins the signed-in user. Without a session, signs in the user with this phone by password, or creates the user. */
  joinInvited: Joining['invited'];
  /** Enables the sign-in of a user after another organization disabled it. */
  enableSignIn: (trx: Db, userId: string) => Promise<void>;
  /** True when applicants prove the phone by a code. The application page then requires the code. */
  isCodeAsked: boolean;
};

const wrongPerson = () =>
  new ApiError({
    status: 403,
    body: { detail: 'Заявка от другого номера телефона. Выйдите и откройте страницу заявки снова.' },
  });

/** First sign-in of an approved applicant with the token of the application. */
export function createAcceptance({
  db,
  clock,
  limits,
  joinInvited,
  enableSignIn,
  isCodeAsked,
}: AcceptanceDeps) {
  async function find(trx: Db, token: string) {
    const application = isCodeAsked ? undefined : await applicationsRepo(trx).approved(hashToken(token));
    // The organization may have changed the phone of the card after the application.
    if (application === undefined || application.phone !== application.submitted['phone'])
      throw noSuchObject();
    return application;
  }

  async function join(trx: Db, token: string, user: JoiningUser, requestId: string) {
    const { organization_id: organizationId, partner_id: partnerId } = await find(trx, token);
    const card = await lockCard(trx, organizationId, partnerId);
    // Read again under the lock of the card: a concurrent request may have linked a user to it.
    const { phone } = await find(trx, token);
    if (card === undefined) throw noSuchObject();
    if (user.phone !== phone) throw wrongPerson();
    if (user.role !== 'partner') throw organizationCannotJoin();
    if (user.switched_off_at !== null) await enableSignIn(trx, user.id);
    const { status } = card;
    await joinCard(trx, {
      ...{ organizationId, partnerId, requestId, userId: user.id },
      ...{ from: status, to: status, at: clock() },
    });
    await recordPartner(trx, 'partner.updated', { organizationId, partnerId }, clock());
  }

  /** @throws ApiError 400 for a wrong password, 403 for another user, 404 for an unknown token, 409 for an employee, 429 */
  return async (request: FastifyRequest, input: ApplicationAcceptance): Promise<JoinedSession> => {
    await limits.accept(toNetwork(request.ip));
    const { submitted } = await find(db, input.token);
    const { phone = '', last_name = '', first_name = '', father_name = '' } = submitted;
    const newAccount = { phone, last_name, first_name, father_name, role: 'partner' } as const;
    return joinInvited(request, newAccount, input, (trx, user) => join(trx, input.token, user, request.id));
  };
}
