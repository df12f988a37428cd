import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../messages/message-channels.ts';
import { mobilePhone } from '../values/phone.ts';
import { captchaToken, linkToken, password, text } from '../values/text.ts';

/** One-time code from a message. */
export const sixDigitCode = text({ max: 16 }).refine(
  (value) => /^\d{6}$/.test(value),
  'Введите 6 цифр из сообщения.',
);

/** A one-time link to set a new password. It is returned only here. */
export const recoveryLink = z.object({
  url: z.string().describe('<site>/reset/<token>'),
  qr: z.string().describe('QR code of the link as SVG.'),
  expires_at: z.iso.datetime(),
});
export type RecoveryLink = z.infer<typeof recoveryLink>;

export const recoveryCheck = z.object({ token: linkToken });

/** A password reset as shown to the holder of its link. */
export const recovery = z.object({
  phone: z.string().describe('Masked: +7 916 ***-**-67'),
  expires_at: z.iso.datetime(),
});
export type Recovery = z.infer<typeof recovery>;

/** Password reset by a link. */
export const recoveryAcceptance = z.object({ token: linkToken, password });
export type RecoveryAcceptance = z.output<typeof recoveryAcceptance>;

/** Channels that can send a code. */
export const recoveryWays = z.object({
  channels: z.array(z.enum(MESSAGE_CHANNELS)).describe('Empty: codes cannot be sent.'),
});
export type RecoveryWays = z.infer<typeof recoveryWays>;

export const recoveryRequest = z.object({
  phone: mobilePhone,
  'smart-token': captchaToken,
});
export type RecoveryRequest = z.output<typeof recoveryRequest>;

/** Response to a reset request. It is the same for known and unknown phones. */
export const recoveryStart = z.object({
  expires_in: z.int().describe('Lifetime of the code in seconds, if one was sent.'),
});
export type RecoveryStart = z.infer<typeof recoveryStart>;

/** Password reset by a code. */
export const recoveryByCode = z.object({ phone: mobilePhone, code: sixDigitCode, password });
export type RecoveryByCode = z.output<typeof recoveryByCode>;

/** Request for a new phone with the password. A code sent to the new phone confirms it. */
export const phoneChange = z.object({ phone: mobilePhone, password });
export type PhoneChange = z.output<typeof phoneChange>;
export const phoneChangeConfirmation = z.object({ phone: mobilePhone, code: sixDigitCode });
export type PhoneChangeConfirmation = z.output<typeof phoneChangeConfirmation>;

/** Confirmation of the profile's e-mail: first the password, then the code sent to the address. */
export const emailCodeRequest = z.object({ password });
export const emailConfirmation = z.object({ code: sixDigitCode });

/** New phone of another user, set by an owner. */
export const newPhone = z.object({ phone: mobilePhone });
export type NewPhone = z.output<typeof newPhone>;
