import { z } from 'zod';
import { byId, type RouteContract } from '../base/route.ts';
import { tokenPair } from './accounts.ts';
import {
  emailCodeRequest,
  emailConfirmation,
  newPhone,
  phoneChange,
  phoneChangeConfirmation,
  recovery,
  recoveryAcceptance,
  recoveryByCode,
  recoveryCheck,
  recoveryLink,
  recoveryRequest,
  recoveryStart,
  recoveryWays,
} from './recovery.ts';

const organization = ['organization'] as const;
const PUBLIC = '/api/public/recovery/';
const PHONE = '/api/accounts/phone/';
const EMAIL = '/api/accounts/email/';

const createLinkRoute = <const Base extends string>(base: Base, name: string) =>
  ({
    method: 'POST',
    path: `/api/referral/${base}/{id}/recovery/`,
    name,
    access: organization,
    cost: 'creation',
    params: byId,
    idempotency: 'once',
    status: 201,
    response: recoveryLink,
  }) as const satisfies RouteContract;

const createPhoneRoute = <const Base extends string>(base: Base, name: string) =>
  ({
    method: 'POST',
    path: `/api/referral/${base}/{id}/phone/`,
    name,
    access: organization,
    cost: 'creation',
    params: byId,
    body: newPhone,
    status: 204,
    response: z.undefined(),
  }) as const satisfies RouteContract;

/** Calls that recover an account, change its phone or confirm its e-mail. */
export const recoveryRoutes = {
  recoverEmployee: createLinkRoute('employees', 'Link for a new password of an employee'),
  recoverPartner: createLinkRoute('partners', 'Link for a new password of a partner'),
  changeEmployeePhone: createPhoneRoute('employees', 'New phone of an employee'),
  changePartnerPhone: createPhoneRoute('partners', 'New phone of a partner'),
  checkRecovery: {
    method: 'POST',
    path: `${PUBLIC}check/`,
    name: 'What a link for a new password is for',
    access: 'public',
    body: recoveryCheck,
    response: recovery,
  },
  acceptRecovery: {
    method: 'POST',
    path: `${PUBLIC}accept/`,
    name: 'New password by a link',
    access: 'public',
    body: recoveryAcceptance,
    response: tokenPair,
  },
  recoveryWays: {
    method: 'GET',
    path: PUBLIC,
    name: 'Ways to send a code for a new password',
    access: 'public',
    response: recoveryWays,
  },
  sendRecoveryCode: {
    method: 'POST',
    path: `${PUBLIC}code/`,
    name: 'Code for a new password',
    access: 'public',
    body: recoveryRequest,
    response: recoveryStart,
  },
  recoverByCode: {
    method: 'POST',
    path: `${PUBLIC}confirm/`,
    name: 'New password by a code',
    access: 'public',
    body: recoveryByCode,
    response: tokenPair,
  },
  startPhoneChange: {
    method: 'POST',
    path: PHONE,
    name: 'Code for a new phone',
    access: 'authenticated',
    body: phoneChange,
    response: recoveryStart,
  },
  confirmPhoneChange: {
    method: 'POST',
    path: `${PHONE}confirm/`,
    name: 'New phone by a code',
    access: 'authenticated',
    body: phoneChangeConfirmation,
    status: 204,
    response: z.undefined(),
  },
  sendEmailCode: {
    method: 'POST',
    path: `${EMAIL}code/`,
    name: 'Code for the e-mail of the profile',
    access: 'authenticated',
    body: emailCodeRequest,
    response: recoveryStart,
  },
  confirmEmail: {
    method: 'POST',
    path: `${EMAIL}confirm/`,
    name: 'Confirmation of the e-mail by a code',
    access: 'authenticated',
    body: emailConfirmation,
    status: 204,
    response: z.undefined(),
  },
} as const satisfies Record<string, RouteContract>;
