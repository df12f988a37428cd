import { z } from 'zod';
import { MESSAGE_CHANNELS } from './message-events.ts';
import { mobilePhone } from './phone.ts';
import { text } from './text.ts';

const token = text({ max: 1024 });
const password = text({ max: 256, secret: true });
/** Code of a message. */
export const sixDigits = text({ max: 16 }).refine(
  (value) => /^\d{6}$/.test(value),
  'Введите 6 цифр из сообщения.',
);
const code = sixDigits;

/** A link by which one person sets a new password, once. It is told here and never again. */
export const recoveryLink = z.object({
  url: z.string().describe('<site>/reset/<token>'),
  qr: z.string().describe('The address as a QR code: SVG.'),
  expires_at: z.iso.datetime(),
});
export type RecoveryLink = z.infer<typeof recoveryLink>;

export const recoveryCheck = z.object({ token });

/** Link for a new password, as its holder may see it. */
export const recovery = z.object({
  phone: z.string().describe('Masked: +7 916 ***-**-67'),
  expires_at: z.iso.datetime(),
});
export type Recovery = z.infer<typeof recovery>;

/** A new password by a link. */
export const recoveryAcceptance = z.object({ token, password });
export type RecoveryAcceptance = z.output<typeof recoveryAcceptance>;

/** Channels by which a code can be sent. */
export const recoveryWays = z.object({
  channels: z.array(z.enum(MESSAGE_CHANNELS)).describe('None: nothing can be sent.'),
});
export type RecoveryWays = z.infer<typeof recoveryWays>;

export const recoveryRequest = z.object({
  phone: mobilePhone,
  'smart-token': text({ max: 8192, blank: true }).nullish(),
});
export type RecoveryRequest = z.output<typeof recoveryRequest>;

/** The same whether anybody has the phone. */
export const recoveryStart = z.object({
  expires_in: z.int().describe('Seconds for which a code works, if one was sent.'),
});
export type RecoveryStart = z.infer<typeof recoveryStart>;

/** A new password by a code. */
export const recoveryByCode = z.object({ phone: mobilePhone, code, password });
export type RecoveryByCode = z.output<typeof recoveryByCode>;

/** A new phone, asked for with the password; then confirmed by the code that was sent there. */
export const phoneChange = z.object({ phone: mobilePhone, password });
export type PhoneChange = z.output<typeof phoneChange>;
export const phoneConfirmation = z.object({ phone: mobilePhone, code });
export type PhoneChangeConfirmation = z.output<typeof phoneConfirmation>;

/** Confirmation of the e-mail in the profile: the password first, then the code that was sent to the address. */
export const emailCodeRequest = z.object({ password });
export const emailConfirmation = z.object({ code });

/** A new phone of somebody else's, set by an owner. */
export const newPhone = z.object({ phone: mobilePhone });
export type NewPhone = z.output<typeof newPhone>;
