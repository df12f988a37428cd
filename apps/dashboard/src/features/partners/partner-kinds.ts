import { PARTNER_KIND_LABELS, PARTNER_KINDS } from '@referral-dashboard/api-contract';

export const kindOptions = PARTNER_KINDS.map((value) => ({ value, label: PARTNER_KIND_LABELS[value] }));
