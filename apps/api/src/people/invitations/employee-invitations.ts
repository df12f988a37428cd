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

/** The person on whose behalf an invitation is made; the operator of the server has no user. */
type Inviter = Pick<Staff, 'organizationId' | 'requestId'> & { userId: string | null };

const invitedBy = ({ organizationId }: Inviter, phone: string) => ({
  organizationId,
  to: { phone },
  toWhat: 'вас в команду',
});

/** Links by which employees join. */
export function createEmployeeInvitations(db: Db, clock: Clock, limits: InvitationLimits) {
  const note = (trx: Db, by: Inviter, action: string, id: string, diff: Record<string, unknown>) =>
    audit(trx, {
      organizationId: by.organizationId,
      actorId: by.userId,
      requestId: by.requestId,
      action: `employee.${action}`,
      kind: 'invitation',
      objectId: id,
      at: clock(),
      diff,
    });

  /** An invitation in place of the one that the phone had. */
  async function issue(trx: Db, by: Inviter, invited: NewEmployee, site: string): Promise<InvitedEmployee> {
    const repo = invitationsRepo(trx);
    const { link, row } = await newLink(trx, invitedBy(by, invited.phone), clock(), site);
    // One after another: a phone has one link.
    await lockOrganization(trx, by.organizationId);
    await repo.revokeEmployee(by.organizationId, { phone: invited.phone }, row.created_at);
    const kept = {
      ...row,
      ...invited,
      id: randomUUIDv7(),
      organization_id: by.organizationId,
      kind: 'employee' as const,
      created_by: by.userId,
    };
    await repo.insert(kept);
    await note(trx, by, 'invite', kept.id, { phone: invited.phone, position: invited.position });
    return { ...invitationView(kept, row.created_at), link };
  }

  /** @throws ApiError 409 when the phone is an employee's already. What other organizations know of it is not told. */
  async function checkStranger(trx: Db, { organizationId }: Inviter, phone: string) {
    const own = await trx
      .selectFrom('users')
      .select('switched_off_at')
      .where('organization_id', '=', organizationId)
      .where('phone', '=', phone)
      .executeTakeFirst();
    if (own === undefined) return;
    throw conflict(
      'in_use',
      own.switched_off_at === null
        ? 'Человек с таким телефоном уже в команде.'
        : 'Человек с таким телефоном уже в команде и отключен. Включите его.',
    );
  }

  return {
    list: async (trx: Db, organizationId: string): Promise<EmployeeInvitation[]> =>
      (await invitationsRepo(trx).ofEmployees(organizationId)).map((row) => invitationView(row, clock())),

    /** @throws ApiError 409, 429 */
    async invite(by: Inviter, given: NewEmployee, site: string): Promise<InvitedEmployee> {
      await limits.issue(by.organizationId);
      return db.transaction().execute(async (trx) => {
        await checkStranger(trx, by, given.phone);
        return issue(trx, by, given, site);
      });
    },

    async renew(staff: Staff, id: string, site: string): Promise<InvitedEmployee> {
      await limits.issue(staff.organizationId);
      return db.transaction().execute(async (trx) => {
        const { phone } = (await invitationsRepo(trx).waiting(staff.organizationId, id)) ?? {};
        if (phone == null) throw noSuchObject();
        const { link, row } = await newLink(trx, invitedBy(staff, phone), clock(), site);
        const renewed = await invitationsRepo(trx).renewEmployee(staff.organizationId, id, row);
        if (renewed === undefined) throw noSuchObject();
        await note(trx, staff, 'renew-invitation', id, { phone: renewed.phone });
        return { ...invitationView(renewed, row.created_at), link };
      });
    },

    revoke: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        const [was] = await invitationsRepo(trx).revokeEmployee(staff.organizationId, { id }, clock());
        if (was === undefined) throw noSuchObject();
        await note(trx, staff, 'revoke-invitation', id, { phone: was.phone });
      }),
  };
}

type Shown = Pick<
  Row,
  'id' | 'phone' | 'last_name' | 'first_name' | 'father_name' | 'position' | 'created_at' | 'expires_at'
>;

function invitationView(row: Shown, now: Date): EmployeeInvitation {
  const { id, phone, last_name, first_name, father_name, position, created_at, expires_at } = row;
  if (phone === null || position === null) throw new Error(`invitation ${id} is to no employee`);
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
