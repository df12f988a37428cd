import { PARTNER_KIND_LABELS, PARTNER_KINDS, type Partner } from '@referral-dashboard/api-contract';
import { formatShare } from '@/shared/format/money.ts';
import { formatPhone } from '@/shared/format/phone.ts';

const BPS = 10_000;

/** Display name of a partner. If the partner has no name, `name` is the phone, which is formatted. */
export const getPartnerName = ({ name }: Pick<Partner, 'name'>) => formatPhone(name);

/** Share of leads that became deals, or a dash if there are no leads. */
export const formatConversion = ({ figures: { leads, won } }: Partner) =>
  leads === 0 ? '—' : formatShare(Math.round((won / leads) * BPS));

export const kindOptions = PARTNER_KINDS.map((value) => ({ value, label: PARTNER_KIND_LABELS[value] }));
