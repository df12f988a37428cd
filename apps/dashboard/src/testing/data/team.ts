import type { Employee, EmployeeInvitation, Team } from '@referral-dashboard/api-contract';
import { HttpResponse, http } from 'msw';
import { server } from '../server.ts';

export const EMPLOYEES = '/api/referral/employees/';
export const EMPLOYEE_INVITATIONS = '/api/referral/employee-invitations/';

export const owner: Employee = {
  id: '00000007-0000-7000-8000-000000000001',
  phone: '+79990000001',
  last_name: 'Иванова',
  first_name: 'Анна',
  father_name: 'Петровна',
  position: 'owner',
  status: 'active',
  is_self: true,
  seen_at: '2026-08-25T11:05:00Z',
};

export const manager: Employee = {
  ...owner,
  id: '00000007-0000-7000-8000-000000000002',
  phone: '+79161112233',
  last_name: 'Сидорова',
  first_name: 'Ольга',
  father_name: '',
  position: 'manager',
  is_self: false,
};

export const pendingInvitation: EmployeeInvitation = {
  id: '00000007-0000-7000-8000-000000000003',
  phone: '+79165556677',
  last_name: '',
  first_name: '',
  father_name: '',
  position: 'accountant',
  created_at: '2026-08-25T11:05:00Z',
  expires_at: '2026-08-28T11:05:00Z',
  is_expired: false,
};

export const link = {
  url: 'http://127.0.0.1:3000/invite/k7mT93fQ',
  qr: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  sent_by: ['sms'],
  expires_at: '2026-08-28T11:05:00Z',
};

/** Mocks the team route; by default the team has one owner. */
export function serveTeam(team: Partial<Team>) {
  server.use(http.get(EMPLOYEES, () => HttpResponse.json({ results: [owner], invitations: [], ...team })));
}
