const roubles = new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' });
const share = new Intl.NumberFormat('ru-RU', { style: 'percent', maximumFractionDigits: 2 });

/** «1 234,56 ₽» or «−500,00 ₽» of whole kopecks, with no-break spaces: a sum never wraps. */
export const formatMoney = (kop: number) => roubles.format(kop / 100).replace('-', '\u2212');

/** «7,5 %» of basis points: 1 is 0.01 %. */
export const formatShare = (bps: number) => share.format(bps / 10_000);
