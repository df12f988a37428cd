export { formatMoney, formatRate } from '@referral-dashboard/api-contract/formats';

const share = new Intl.NumberFormat('ru-RU', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Formats a measured share or change in basis points, rounded to one decimal: «40,2 %». One basis point is 0.01 %. */
export const formatShare = (bps: number) => share.format(bps / 10_000);
