import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../messages/message-channels.ts';
import { position } from '../values/roles/roles.ts';
import { captchaToken, linkToken, optionalPassword } from '../values/text.ts';

/** A one-time link to join. It is returned only here. */
export const invitationLink = z.object({
  url: z.string().describe('<site>/invite/<token>'),
  qr: z.string().describe('QR code of the link as SVG.'),
  sent_by: z
    .array(z.enum(MESSAGE_CHANNELS))
    .describe('Channels by which the link is also sent to the person.'),
  expires_at: z.iso.datetime(),
});
export type InvitationLink = z.infer<typeof invitationLink>;

export const invitationCheck = z.object({ token: linkToken });

/** An invitation as shown to the holder of its link. */
export const invitation = z.object({
  kind: z.enum(['partner', 'employee']),
  organization: z.string(),
  position: position.nullable().describe('Position offered to an employee.'),
  name: z.string().describe('Name entered by the organization.'),
  phone: z.string().describe('Masked: +7 916 ***-**-67'),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/**
 * Consent to join. A signed-in user sends only the token with the `Authorization` header; others also send an existing or a new password.
 */
export const invitationConsent = z.object({
  token: linkToken,
  password: optionalPassword.nullish(),
  'smart-token': captchaToken,
});
export type InvitationConsent = z.output<typeof invitationConsent>;

/** Session of a user who joined. A signed-in user keeps the session: `access` is the access token of the request. */
export const joinedSession = z.object({
  access: z.string(),
  refresh: z.string().nullable().describe('Null for a signed-in user.'),
});
export type JoinedSession = z.infer<typeof joinedSession>;
