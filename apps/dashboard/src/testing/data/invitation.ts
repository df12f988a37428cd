import type { Invitation } from '@referral-dashboard/api-contract';

/** Default invitation of every link, issued to {@link partner} of people.ts. */
export const invitation: Invitation = {
  kind: 'partner',
  position: null,
  organization: 'Ромашка',
  name: 'Смирнов Алексей',
  phone: '+7 999 ***-**-01',
  expires_at: '2026-08-28T11:05:00Z',
};
