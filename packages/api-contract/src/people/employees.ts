import { z } from 'zod';
import { mobilePhone } from '../values/phone.ts';
import { POSITIONS, position } from '../values/roles/roles.ts';
import { personName } from '../values/text.ts';
import { changes, oneOf } from '../values/values.ts';
import { invitationLink } from './invitations.ts';

export const EMPLOYEE_STATUSES = ['active', 'off'] as const;
export type EmployeeStatus = (typeof EMPLOYEE_STATUSES)[number];
export const EMPLOYEE_STATUS_LABELS: Readonly<Record<EmployeeStatus, string>> = {
  active: 'Работает',
  off: 'Отключен',
};

/** An employee as seen by owners. */
export const employee = z.object({
  id: z.uuid(),
  phone: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  father_name: z.string(),
  position,
  status: z.enum(EMPLOYEE_STATUSES),
  is_self: z.boolean(),
  seen_at: z.iso.datetime().nullable().describe('Last use of a session of the employee.'),
});
export type Employee = z.infer<typeof employee>;

/** A pending invitation. Its link was returned only at creation. */
export const employeeInvitation = z.object({
  id: z.uuid(),
  phone: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  father_name: z.string(),
  position,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_expired: z.boolean(),
});
export type EmployeeInvitation = z.infer<typeof employeeInvitation>;

export const team = z.object({
  results: z.array(employee).describe('Owners first, then by name; deactivated employees last.'),
  invitations: z.array(employeeInvitation),
});
export type Team = z.infer<typeof team>;

export const newEmployee = z.object({
  phone: mobilePhone,
  last_name: personName.default(''),
  first_name: personName.default(''),
  father_name: personName.default(''),
  position: oneOf(POSITIONS),
});
export type NewEmployee = z.output<typeof newEmployee>;

export const invitedEmployee = z.object({ ...employeeInvitation.shape, link: invitationLink });
export type InvitedEmployee = z.infer<typeof invitedEmployee>;

export const employeePatch = changes({ position: oneOf(POSITIONS) });
export type EmployeePatch = z.output<typeof employeePatch>;
