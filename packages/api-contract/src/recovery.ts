import { z } from 'zod';
import { text } from './text.ts';

const token = text({ max: 1024 });

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
export const recoveryAcceptance = z.object({
  token,
  password: text({ max: 256 }),
});
export type RecoveryAcceptance = z.output<typeof recoveryAcceptance>;
