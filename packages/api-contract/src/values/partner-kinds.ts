import type { z } from 'zod';
import { oneOf } from './values.ts';

export const PARTNER_KINDS = ['individual', 'self_employed', 'ip', 'legal'] as const;
export const PARTNER_KIND_LABELS = {
  individual: 'Физическое лицо',
  self_employed: 'Самозанятый',
  ip: 'ИП',
  legal: 'Юридическое лицо',
} as const satisfies Record<(typeof PARTNER_KINDS)[number], string>;
export const partnerKind = oneOf(PARTNER_KINDS);
export type PartnerKind = z.output<typeof partnerKind>;
