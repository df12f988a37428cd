import type { Employee, EmployeeInvitation, Position, Team } from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import { endKeysOfUser } from '../../integrations/index.ts';
import { notifyOwnerChange } from '../../messages/index.ts';
import { lockOrganization } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, forbidden, noSuchObject } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { Access } from '../access.ts';
import { isNewOwner, newOwnerCannotRemove } from '../sign-in-ownership.ts';
import { employeesRepo, employeeView } from './employees.repo.ts';

export type EmployeesDeps = {
  db: Db;
  clock: Clock;
  access: Access;
  invitations: (trx: Db, organizationId: string) => Promise<EmployeeInvitation[]>;
};

const lastOwner = () =>
  conflict(
    'last_owner',
    'В организации должен остаться хотя бы один владелец. Сначала назначьте владельцем другого человека.',
  );

const lastEstablishedOwner = () =>
  conflict(
    'last_owner',
    'В организации должен остаться хотя бы один владелец, который назначен больше суток назад. Повторите через сутки.',
  );

/** Lists employees, changes their positions and disables or enables them. */
export function createEmployeesService({ db, clock, access, invitations }: EmployeesDeps) {
  type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof employeesRepo>['lock']>>>;
  /** Changes an employee. Returns the action and the diff for the audit, or undefined when nothing changes. */
  type Change = (trx: Db, row: Row) => Promise<{ action: string; diff: Record<string, unknown> } | undefined>;

  type Owner = Awaited<ReturnType<ReturnType<typeof employeesRepo>['owners']>>[number];

  /**
   * Runs a change with the organization locked, so that two owners cannot demote each other. An established owner is an owner for more than
   * a day. At least one must remain, and a new owner cannot remove any of them.
   */
  const change = (staff: Staff, id: string, run: Change): Promise<Employee> =>
    db.transaction().execute(async (trx) => {
      const { organizationId, userId, requestId } = staff;
      const repo = employeesRepo(trx);
      await lockOrganization(trx, organizationId);
      const establishedOwners = (rows: readonly Owner[]) =>
        rows.filter((owner) => !isNewOwner(owner, clock()));
      const owners = await repo.owners(organizationId);
      const caller = owners.find((owner) => owner.id === userId);
      if (caller === undefined) throw forbidden();
      const row = await repo.lock(organizationId, id);
      if (row === undefined) throw noSuchObject();
      const result = await run(trx, row);
      if (result !== undefined) {
        const remaining = await repo.owners(organizationId);
        if (remaining.length === 0) throw lastOwner();
        if (establishedOwners(remaining).length < establishedOwners(owners).length) {
          if (isNewOwner(caller, clock())) throw newOwnerCannotRemove();
          if (establishedOwners(remaining).length === 0) throw lastEstablishedOwner();
        }
        const entry = { kind: 'employee', objectId: id, at: clock(), ...result } as const;
        await audit(trx, {
          organizationId,
          actorId: userId,
          requestId,
          ...entry,
          action: `employee.${result.action}`,
        });
      }
      const updated = await repo.find(organizationId, id);
      if (updated === undefined) throw noSuchObject();
      return employeeView(updated, userId);
    });

  return {
    async list({ organizationId, userId }: Staff): Promise<Team> {
      const people = await employeesRepo(db).all(organizationId);
      return {
        results: people.map((row) => employeeView(row, userId)),
        invitations: await invitations(db, organizationId),
      };
    },

    /** Changes the position of an employee. @throws ApiError 403 for a new owner, 404, 409 `last_owner` */
    setPosition: (staff: Staff, id: string, position: Position) =>
      change(staff, id, async (trx, row) => {
        if (row.position === position) return undefined;
        await employeesRepo(trx).setPosition(id, position, clock());
        await endKeysOfUser(trx, staff.organizationId, id, clock());
        if (position === 'owner') await notifyOwnerChange(trx, id, staff.organizationId, clock());
        return { action: 'position', diff: { from: row.position, to: position } };
      }),

    /** Disables an employee and ends the sessions. @throws ApiError 403 for a new owner, 404, 409 `last_owner` */
    switchOff: (staff: Staff, id: string) =>
      change(staff, id, async (trx, row) => {
        if (row.switched_off_at !== null) return undefined;
        await access.switchOff(trx, id, staff.organizationId);
        return { action: 'switch-off', diff: { from: 'active', to: 'off' } };
      }),

    /** Enables a disabled employee. @throws ApiError 404 */
    switchOn: (staff: Staff, id: string) =>
      change(staff, id, async (trx, row) => {
        if (row.switched_off_at === null) return undefined;
        await access.switchOn(trx, id);
        return { action: 'switch-on', diff: { from: 'off', to: 'active' } };
      }),
  };
}
