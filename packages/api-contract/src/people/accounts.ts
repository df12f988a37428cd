import { z } from 'zod';
import { email } from '../values/email.ts';
import { reference } from '../values/references.ts';
import { position, role } from '../values/roles/roles.ts';
import { captchaToken, optionalPassword, password, personName, text } from '../values/text.ts';
import { newPassword } from './passwords.ts';

/** A user. Names and e-mail may be empty but are always present. */
export const person = z.object({
  id: z.uuid(),
  phone: z.string().describe('E.164, +79161234567'),
  role: role.nullable(),
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string(),
  email: z.string(),
  is_email_confirmed: z.boolean().describe('The user has entered a code sent to the e-mail.'),
});
export type Person = z.infer<typeof person>;

/** The current user with their position in the organization. */
export const user = z.object({
  ...person.shape,
  can_confirm_email: z
    .boolean()
    .describe('The e-mail is unconfirmed or empty, and the server can send e-mail.'),
  position: position.nullable().describe('Null without an organization.'),
  organization: reference.nullable(),
  permissions: z.array(z.string()).describe('Permitted calls, by operationId.'),
  time_zone: z.string().describe('Time zone of the organization; for a partner, of the oldest card.'),
  support: z
    .array(z.object({ organization: z.string(), url: z.string() }))
    .default([])
    .describe(
      "Support addresses of the user's organizations. An empty `url` means the address of the server.",
    ),
});
export type User = z.infer<typeof user>;

export const profileFields = z.object({
  first_name: personName,
  last_name: personName,
  father_name: personName,
  email,
});

/**
 * Fields that users may change in their own profile. Unknown keys are ignored. A new e-mail requires `password` and is unconfirmed until
 * its code is entered.
 */
export const profilePatch = profileFields
  .extend({ password: optionalPassword.describe('Required to change the e-mail.') })
  .partial();
export type ProfilePatch = z.infer<typeof profilePatch>;

/** Sign-in. Accepts any usual Russian notation of the phone. `smart-token` is the token of the captcha and may be empty. */
export const credentials = z.object({
  phone: text({ max: 64 }),
  password,
  'smart-token': captchaToken,
});
export type Credentials = z.infer<typeof credentials>;

const jwt = text({ max: 4096 });

export const tokenPair = z.object({ access: z.string(), refresh: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

/** Header of a refused refresh with the reason why the session ended. */
export const SESSION_END = 'x-session-end';
export type SessionEndReason = 'ended' | 'password' | 'switched_off' | 'reused' | 'expired';

export const refreshRequest = z.object({ refresh: jwt });
export const verifyRequest = z.object({ token: jwt });
export const verified = z.object({});

/** Change of the password. The new password has at least 10 characters. */
export const passwordChange = z.object({
  current_password: password,
  new_password: newPassword,
});
export type PasswordChange = z.output<typeof passwordChange>;

/** Active sessions of a user. */
export const sessions = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      user_agent: z.string().describe('User agent at sign-in; may be empty.'),
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().describe('Time of the last token refresh.'),
      is_current: z.boolean(),
    }),
  ),
});
export type Sessions = z.infer<typeof sessions>;
