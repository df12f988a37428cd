import { tokenPair } from './accounts.ts';
import { recovery, recoveryAcceptance, recoveryCheck, recoveryLink } from './recovery.ts';
import { byId, type RouteContract } from './route.ts';

const organization = ['organization'] as const;

const linkOf = <const Base extends string>(base: Base, name: string) =>
  ({
    method: 'POST',
    path: `/api/referral/${base}/{id}/recovery/`,
    name,
    access: organization,
    cost: 'creation',
    params: byId,
    status: 201,
    answer: recoveryLink,
  }) as const satisfies RouteContract;

/** Calls about passwords that were forgotten. */
export const recoveryRoutes = {
  recoverEmployee: linkOf('employees', 'Link for a new password of an employee'),
  recoverPartner: linkOf('partners', 'Link for a new password of a partner'),
  checkRecovery: {
    method: 'POST',
    path: '/api/public/recovery/check/',
    name: 'What a link for a new password is for',
    access: 'public',
    body: recoveryCheck,
    answer: recovery,
  },
  acceptRecovery: {
    method: 'POST',
    path: '/api/public/recovery/accept/',
    name: 'New password by a link',
    access: 'public',
    body: recoveryAcceptance,
    answer: tokenPair,
  },
} as const satisfies Record<string, RouteContract>;
