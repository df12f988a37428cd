import { z } from 'zod';
import { MESSAGE_CHANNELS } from './message-events.ts';
import { position } from './positions.ts';
import { text } from './text.ts';

const token = text({ max: 1024 });

/** A link that lets one person join, once. It is told here and never again. */
export const invitationLink = z.object({
  url: z.string().describe('<site>/invite/<token>'),
  qr: z.string().describe('The address as a QR code: SVG.'),
  sent_by: z.array(z.enum(MESSAGE_CHANNELS)).describe('Channels by which it is sent to the person too.'),
  expires_at: z.iso.datetime(),
});
export type InvitationLink = z.infer<typeof invitationLink>;

export const invitationCheck = z.object({ token });

/** Invitation as the holder of its link may see it. */
export const invitation = z.object({
  kind: z.enum(['partner', 'employee']),
  organization: z.string(),
  position: position.nullable().describe('Offered to an employee.'),
  name: z.string().describe('As the organization calls the person.'),
  phone: z.string().describe('Masked: +7 916 ***-**-67'),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** Consent to join: from a signed-in user the token alone, with the usual `Authorization`; from others a password too, an existing or a new one. */
export const invitationConsent = z.object({
  token,
  password: text({ max: 256, blank: true, secret: true }).nullish(),
  'smart-token': text({ max: 8192, blank: true }).nullish(),
});
export type InvitationConsent = z.output<typeof invitationConsent>;

/** Session of a person who joined. A signed-in user keeps the session: the access token comes back as it was sent. */
export const joinedSession = z.object({
  access: z.string(),
  refresh: z.string().nullable().describe('null for a signed-in user.'),
});
export type JoinedSession = z.infer<typeof joinedSession>;
