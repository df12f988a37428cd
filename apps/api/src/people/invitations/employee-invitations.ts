import { randomUUIDv7 } from 'node:crypto';
import type { EmployeeInvitation, InvitedEmployee, NewEmployee } from '@referral-dashboard/api-contract';
import type { Selectable } from 'kysely';
import { audit } from '../../audit/index.ts';
import type { InvitationsTable } from '../../database/tables/invitations.ts';
import { lockOrganization } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { InvitationLimits } from './invitation-limits.ts';
import { newLink } from './invitation-link.ts';
import { invitationsRepo } from './invitations.repo.ts';

export type EmployeeInvitations = ReturnType<typeof createEmployeeInvitations>;

type Row = Selectable<InvitationsTable>;

/** Creator of an invitation. `userId` is null for the operator of the server. */
type Inviter = Pick<Staff, 'organizationId' | 'requestId'> & { userId: string | null };

const toRecipient = ({ organizationId }: Inviter, phone: string) => ({
  organizationId,
  to: { phone },
  toWhat: 'вас в команду',
});

/** Invitation links for employees. */
export function createEmployeeInvitations(db: Db, clock: Clock, limits: InvitationLimits) {
  const writeAudit = (trx: Db, inviter: Inviter, action: string, id: string, diff: Record<string, unknown>) =>
    audit(trx, {
      organizationId: inviter.organizationId,
      actorId: inviter.userId,
      requestId: inviter.requestId,
      action: `employee.${action}`,
      kind: 'invitation',
      objectId: id,
      at: clock(),
      diff,
    });

  /** Creates an invitation and revokes the previous one of the phone. */
  async function issue(
    trx: Db,
    inviter: Inviter,
    employee: NewEmployee,
    site: string,
  ): Promise<InvitedEmployee> {
    const repo = invitationsRepo(trx);
    const { link, row } = await newLink(trx, toRecipient(inviter, employee.phone), clock(), site);
    // The lock ensures that a phone has one link at a time.
    await lockOrganization(trx, inviter.organizationId);
    await repo.revokeEmployee(inviter.organizationId, { phone: employee.phone }, row.created_at);
    const invitation = {
      ...row,
      ...employee,
      id: randomUUIDv7(),
      organization_id: inviter.organizationId,
      kind: 'employee' as const,
      created_by: inviter.userId,
    };
    await repo.insert(invitation);
    await writeAudit(trx, inviter, 'invite', invitation.id, {
      phone: employee.phone,
      position: employee.position,
    });
    return { ...invitationView(invitation, row.created_at), link };
  }

  /** @throws ApiError 409 when the phone belongs to an employee of this organization. Other organizations are not checked. */
  async function checkNotEmployed(trx: Db, { organizationId }: Inviter, phone: string) {
    const employee = await trx
      .selectFrom('users')
      .select('switched_off_at')
      .where('organization_id', '=', organizationId)
      .where('phone', '=', phone)
      .executeTakeFirst();
    if (employee === undefined) return;
    throw conflict(
      'in_use',
      employee.switched_off_at === null
        ? 'Человек с таким телефоном уже в команде.'
        : 'Человек с таким телефоном уже в команде и отключен. Включите его.',
    );
  }

  return {
    list: async (trx: Db, organizationId: string): Promise<EmployeeInvitation[]> =>
      (await invitationsRepo(trx).ofEmployees(organizationId)).map((row) => invitationView(row, clock())),

    /** Invites an employee. @throws ApiError 409, 429 */
    async invite(inviter: Inviter, employee: NewEmployee, site: string): Promise<InvitedEmployee> {
      await limits.issue(inviter.organizationId);
      return db.transaction().execute(async (trx) => {
        await checkNotEmployed(trx, inviter, employee.phone);
        return issue(trx, inviter, employee, site);
      });
    },

    async renew(staff: Staff, id: string, site: string): Promise<InvitedEmployee> {
      await limits.issue(staff.organizationId);
      return db.transaction().execute(async (trx) => {
        const { phone } = (await invitationsRepo(trx).waiting(staff.organizationId, id)) ?? {};
        if (phone == null) throw noSuchObject();
        const { link, row } = await newLink(trx, toRecipient(staff, phone), clock(), site);
        const renewed = await invitationsRepo(trx).renewEmployee(staff.organizationId, id, row);
        if (renewed === undefined) throw noSuchObject();
        await writeAudit(trx, staff, 'renew-invitation', id, { phone: renewed.phone });
        return { ...invitationView(renewed, row.created_at), link };
      });
    },

    revoke: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        const [revoked] = await invitationsRepo(trx).revokeEmployee(staff.organizationId, { id }, clock());
        if (revoked === undefined) throw noSuchObject();
        await writeAudit(trx, staff, 'revoke-invitation', id, { phone: revoked.phone });
      }),
  };
}

type InvitationRow = Pick<
  Row,
  'id' | 'phone' | 'last_name' | 'first_name' | 'father_name' | 'position' | 'created_at' | 'expires_at'
>;

function invitationView(row: InvitationRow, now: Date): EmployeeInvitation {
  const { id, phone, last_name, first_name, father_name, position, created_at, expires_at } = row;
  if (phone === null || position === null) throw new Error(`Invitation ${id} is not for an employee.`);
  return {
    id,
    phone,
    last_name,
    first_name,
    father_name,
    position,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    is_expired: expires_at <= now,
  };
}
