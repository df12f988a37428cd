import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import { employee, employeePatch, invitedEmployee, newEmployee, team } from './employees.ts';

const BASE = '/api/referral/employees/';
const INVITATIONS = '/api/referral/employee-invitations/';
const organization = ['organization'] as const;

const action = <const Word extends string>(word: Word, name: string) =>
  ({
    method: 'POST',
    path: `${BASE}{id}/${word}/`,
    name,
    access: organization,
    params: byId,
    response: employee,
  }) as const satisfies RouteContract;

/** Calls for the employees of an organization. */
export const employeeRoutes = {
  employees: { method: 'GET', path: BASE, name: 'Employees', access: organization, response: team },
  updateEmployee: {
    method: 'PATCH',
    path: `${BASE}{id}/`,
    name: 'Position of an employee',
    access: organization,
    params: byId,
    body: employeePatch,
    response: employee,
  },
  switchEmployeeOff: action('switch-off', 'End of access of an employee'),
  switchEmployeeOn: action('switch-on', 'Return of access to an employee'),
  inviteEmployee: {
    method: 'POST',
    path: INVITATIONS,
    name: 'Invitation of an employee',
    access: organization,
    cost: 'creation',
    body: newEmployee,
    idempotency: 'once',
    status: 201,
    response: invitedEmployee,
  },
  renewEmployeeInvitation: {
    method: 'POST',
    path: `${INVITATIONS}{id}/renew/`,
    name: 'New link of an invitation of an employee',
    access: organization,
    cost: 'creation',
    params: byId,
    idempotency: 'once',
    status: 201,
    response: invitedEmployee,
  },
  revokeEmployeeInvitation: {
    method: 'DELETE',
    path: `${INVITATIONS}{id}/`,
    name: 'End of an invitation of an employee',
    access: organization,
    params: byId,
    status: 204,
    response: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
