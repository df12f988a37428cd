const roubles = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const share = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 2 });

/** Formats kopecks as «1 234,56 ₽» or «−500,00 ₽», with no-break spaces. */
export const formatMoney = (kop: number) => roubles.format(kop / 100).replace('-', '\u2212');

/** Formats basis points as «7,5 %». One basis point is 0.01 %. */
export const formatShare = (bps: number) => share.format(bps / 10_000);
