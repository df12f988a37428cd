import { z } from 'zod';
import { email } from './email.ts';
import { newPassword } from './passwords.ts';
import { position } from './positions.ts';
import { text } from './text.ts';

/** Roles of people. A person may also have no role: `null`. */
export const ROLES = ['organization', 'partner'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

/** A person. Names and e-mail may be empty, never missing. */
export const person = z.object({
  id: z.uuid(),
  phone: z.string().describe('E.164, +79161234567'),
  role: role.nullable(),
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string(),
  email: z.string(),
  is_email_confirmed: z.boolean().describe('The person entered a code that was sent to the e-mail.'),
});
export type Person = z.infer<typeof person>;

/** The current user, as users/me answers: the person, and the place it has in an organization. */
export const user = z.object({
  ...person.shape,
  can_confirm_email: z
    .boolean()
    .describe('The e-mail is unconfirmed or empty, and the server can send a code to it.'),
  position: position.nullable().describe('Of a person of an organization.'),
  organization: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  permissions: z.array(z.string()).describe('Calls, by operationId, that the position may make.'),
  time_zone: z.string().describe('Of the organization; a partner has that of its oldest card.'),
  support: z
    .array(z.object({ organization: z.string(), url: z.string() }))
    .default([])
    .describe(
      'Support addresses of the organizations of the user; `url` is empty where the address of the server applies.',
    ),
});
export type User = z.infer<typeof user>;

const name = text({ max: 150, blank: true });

/** At most 256 characters, so never more than 1024 bytes. */
export const password = text({ max: 256, secret: true });

export const profileFields = z.object({ first_name: name, last_name: name, father_name: name, email });

/**
 * Fields that people may change about themselves. Other keys are ignored, as are keys left out.
 * A different e-mail requires `password`, and is unconfirmed until its code is entered.
 */
export const profilePatch = profileFields
  .extend({ password: text({ max: 256, blank: true }).describe('Required to change the e-mail.') })
  .partial();
export type ProfilePatch = z.infer<typeof profilePatch>;

/** Sign-in. The phone is accepted in any usual Russian form; `smart-token` is the captcha's and may be empty. */
export const credentials = z.object({
  phone: text({ max: 64 }),
  password,
  'smart-token': text({ max: 8192, blank: true }).nullish(),
});
export type Credentials = z.infer<typeof credentials>;

const jwt = text({ max: 4096 });

export const tokenPair = z.object({ access: z.string(), refresh: z.string() });
export type TokenPair = z.infer<typeof tokenPair>;

/** Header of a refused refresh: why the session of the token ended. */
export const SESSION_END = 'x-session-end';
export type SessionEndReason = 'ended' | 'password' | 'switched_off' | 'reused' | 'expired';

export const refreshRequest = z.object({ refresh: jwt });
export const verifyRequest = z.object({ token: jwt });
export const verified = z.object({});

/** A new password, of 10 characters at least, for who knows the old one. */
export const passwordChange = z.object({
  current_password: password,
  new_password: newPassword,
});
export type PasswordChange = z.output<typeof passwordChange>;

/** Living sessions of a person. */
export const sessions = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      user_agent: z.string().describe('As the browser called itself at sign-in; may be empty.'),
      created_at: z.iso.datetime(),
      used_at: z.iso.datetime().describe('When its tokens were last exchanged.'),
      is_current: z.boolean(),
    }),
  ),
});
export type Sessions = z.infer<typeof sessions>;
