const roubles = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const share = new Intl.NumberFormat('ru-RU', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const rate = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 2 });

/** Formats kopecks as «1 234,56 ₽» or «−500,00 ₽», with no-break spaces. */
export const formatMoney = (kop: number) => roubles.format(kop / 100).replace('-', '\u2212');

/** Formats a measured share or change in basis points, rounded to one decimal: «40,2 %». One basis point is 0.01 %. */
export const formatShare = (bps: number) => share.format(bps / 10_000);

/** Formats an agreed rate in basis points without rounding: «7,25 %», «13 %». */
export const formatRate = (bps: number) => rate.format(bps / 10_000);
