import { z } from 'zod';
import type { RouteContract } from '../base/route.ts';
import { email } from '../values/email.ts';
import { mobilePhone } from '../values/phone.ts';
import { optionalInn } from '../values/requisites.ts';
import { linkToken, personName, sentName, text } from '../values/text.ts';
import { tokenPair } from './accounts.ts';
import { newPassword } from './passwords.ts';

export const setupCheck = z.object({ token: linkToken });

/** The first organization and its owner. */
export const setup = z.object({
  token: linkToken,
  organization: sentName(120),
  inn: optionalInn,
  last_name: text({ max: 150 }),
  first_name: text({ max: 150 }),
  father_name: personName.default(''),
  phone: mobilePhone,
  email: email.default('').describe('Unconfirmed until its code is entered.'),
  password: newPassword,
});
export type Setup = z.output<typeof setup>;

/** Calls for an empty database. */
export const setupRoutes = {
  checkSetup: {
    method: 'POST',
    path: '/api/public/setup/check/',
    name: 'Whether a set-up address works',
    access: 'public',
    body: setupCheck,
    response: z.object({}),
  },
  setUp: {
    method: 'POST',
    path: '/api/public/setup/',
    name: 'First organization and its owner',
    access: 'public',
    body: setup,
    status: 201,
    response: tokenPair,
  },
} as const satisfies Record<string, RouteContract>;
