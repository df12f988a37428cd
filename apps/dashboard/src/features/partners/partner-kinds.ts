import { PARTNER_KINDS } from '@referral-dashboard/api-contract';

export type PartnerKind = (typeof PARTNER_KINDS)[number];

/** Who a partner is before the law. */
export const KIND_LABELS: Record<PartnerKind, string> = {
  individual: 'Физическое лицо',
  self_employed: 'Самозанятый',
  ip: 'ИП',
  legal: 'Юридическое лицо',
};

export const kindOptions = PARTNER_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));
