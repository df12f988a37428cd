import { z } from 'zod';
import type { RouteContract } from '../base/route.ts';
import { email } from '../values/email.ts';
import { mobilePhone } from '../values/phone.ts';
import { isInn } from '../values/requisites.ts';
import { sentName, text } from '../values/text.ts';
import { tokenPair } from './accounts.ts';
import { newPassword } from './passwords.ts';

const token = text({ max: 1024 });
const name = text({ max: 150, blank: true });

export const setupCheck = z.object({ token });

/** The first organization and its owner. */
export const setup = z.object({
  token,
  organization: sentName(120),
  inn: text({ max: 12, blank: true }).refine(
    (value) => value === '' || isInn(value),
    'В ИНН ошибка: проверьте цифры.',
  ),
  last_name: text({ max: 150 }),
  first_name: text({ max: 150 }),
  father_name: name.default(''),
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
    answer: z.object({}),
  },
  setUp: {
    method: 'POST',
    path: '/api/public/setup/',
    name: 'First organization and its owner',
    access: 'public',
    body: setup,
    status: 201,
    answer: tokenPair,
  },
} as const satisfies Record<string, RouteContract>;
