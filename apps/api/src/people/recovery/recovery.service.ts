import { randomUUIDv7 } from 'node:crypto';
import {
  maskedPhone,
  type Recovery,
  type RecoveryAcceptance,
  type RecoveryLink,
  type TokenPair,
} from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { createStaffAudit } from '../../audit/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError, conflict, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { hashToken, newToken } from '../../platform/one-time-token.ts';
import { renderQr } from '../../platform/qr.ts';
import { checkOwnerRights, checkSignInOwnership } from '../sign-in-ownership.ts';
import { accountLinksRepo } from './account-links.repo.ts';
import type { RecoveryLimits } from './recovery-limits.ts';
import { finishRecovery, type RenewPassword } from './renew-password.ts';

const LIFE_SECONDS = 24 * 60 * 60;

export type RecoveryServiceDeps = {
  db: Db;
  clock: Clock;
  limits: RecoveryLimits;
  renewPassword: RenewPassword;
};

const noSuchLink = () =>
  new ApiError({
    status: 404,
    body: { detail: 'Ссылка не действует. Получите новую или попросите ее у того, кто прислал эту.' },
  });

const notJoined = () => conflict('in_use', 'Партнер еще не присоединился. Отправьте ему ссылку-приглашение.');

const isOff = () => conflict('blocked', 'Вход для этого человека отключен. Сначала включите его.');

/** Recovers accounts with one-time links for a new password. */
export function createRecoveryService({ db, clock, limits, renewPassword }: RecoveryServiceDeps) {
  async function find(trx: Db, token: string) {
    const link = await accountLinksRepo(trx).findRecovery(hashToken(token), clock());
    if (link === undefined) throw noSuchLink();
    return link;
  }

  /** Creates a link and revokes the previous ones of the user. @param creator null for the operator of the server. */
  async function issue(trx: Db, creator: Staff | null, userId: string, site: string): Promise<RecoveryLink> {
    const [token, now] = [newToken(), clock()];
    const expires_at = plusSeconds(now, LIFE_SECONDS);
    await accountLinksRepo(trx).revokeOf(userId, now);
    await accountLinksRepo(trx).insert({
      id: randomUUIDv7(),
      kind: 'recovery',
      user_id: userId,
      organization_id: creator?.organizationId ?? null,
      token_hash: hashToken(token),
      created_by: creator?.userId ?? null,
      created_at: now,
      expires_at,
    });
    const url = new URL(`/reset/${token}`, site).href;
    return { url, qr: await renderQr(url), expires_at: expires_at.toISOString() };
  }

  /** Creates a link for a user who belongs to this organization only. @throws ApiError 404, 409 */
  async function issueFor(trx: Db, staff: Staff, userId: string, site: string) {
    const user = await accountLinksRepo(trx).lockUser(userId);
    if (user === undefined) throw noSuchObject();
    if (user.switched_off_at !== null) throw isOff();
    await checkSignInOwnership(trx, staff.organizationId, userId);
    return issue(trx, staff, userId, site);
  }

  const note = (trx: Db, staff: Staff, kind: 'employee' | 'partner', objectId: string) =>
    createStaffAudit(kind, clock)(trx, staff, 'recovery-link', objectId, { changed: ['recovery'] });

  return {
    ofEmployee: (staff: Staff, id: string, site: string): Promise<RecoveryLink> =>
      db.transaction().execute(async (trx) => {
        const employee = await accountLinksRepo(trx).employee(staff.organizationId, id);
        if (employee === undefined) throw noSuchObject();
        await checkOwnerRights(trx, { userId: staff.userId, now: clock() }, employee.id);
        await note(trx, staff, 'employee', id);
        return issueFor(trx, staff, employee.id, site);
      }),

    ofPartner: (staff: Staff, id: string, site: string): Promise<RecoveryLink> =>
      db.transaction().execute(async (trx) => {
        const card = await accountLinksRepo(trx).card(staff.organizationId, id);
        if (card === undefined) throw noSuchObject();
        if (card.user_id === null) throw notJoined();
        await note(trx, staff, 'partner', id);
        return issueFor(trx, staff, card.user_id, site);
      }),

    /** Creates a link for the operator of the server. Returns undefined when no user has the phone. */
    createForPhone: (phone: string, site: string): Promise<RecoveryLink | undefined> =>
      db.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select('id')
          .where('phone', '=', phone)
          .forNoKeyUpdate()
          .executeTakeFirst();
        return user && issue(trx, null, user.id, site);
      }),

    async check(token: string, network: string): Promise<Recovery> {
      await limits.attempt(network);
      const { phone, expires_at } = await find(db, token);
      return { phone: maskedPhone(phone), expires_at: expires_at.toISOString() };
    },

    /**
     * Sets a new password and opens a session.
     *
     * @throws ApiError 400, 404, 429, or 409 when the user has joined another organization after the link was created.
     */
    async accept(
      request: FastifyRequest,
      { token, password }: RecoveryAcceptance,
      network: string,
    ): Promise<TokenPair> {
      await limits.attempt(network);
      const recovery = await find(db, token);
      const { user_id: id, phone, last_name, first_name, father_name } = recovery;
      const person = { id, phone, last_name, first_name, father_name };
      return renewPassword(request, person, password, async (trx) => {
        const { id: link, organization_id } = await find(trx, token);
        if (organization_id !== null) await checkSignInOwnership(trx, organization_id, id);
        if (!(await accountLinksRepo(trx).use(link, clock()))) throw noSuchLink();
        await finishRecovery(trx, { userId: id, isByEmail: false }, clock());
      });
    },

    prune: () => accountLinksRepo(db).prune(clock()),
  };
}
