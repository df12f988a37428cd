import { chooseForm, type Plurals } from '../../../platform/russian-format.ts';

const ONES = [
  ...['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять', 'десять'],
  ...['одиннадцать', 'двенадцать', 'тринадцать', 'четырнадцать', 'пятнадцать', 'шестнадцать'],
  ...['семнадцать', 'восемнадцать', 'девятнадцать'],
];
const TENS = [
  ...['', '', 'двадцать', 'тридцать', 'сорок', 'пятьдесят', 'шестьдесят', 'семьдесят'],
  ...['восемьдесят', 'девяносто'],
];
const HUNDREDS = [
  ...['', 'сто', 'двести', 'триста', 'четыреста', 'пятьсот', 'шестьсот', 'семьсот', 'восемьсот'],
  'девятьсот',
];

const ROUBLES: Plurals = ['рубль', 'рубля', 'рублей'];
const KOPECKS: Plurals = ['копейка', 'копейки', 'копеек'];
const GROUPS: readonly Plurals[] = [
  ['тысяча', 'тысячи', 'тысяч'],
  ['миллион', 'миллиона', 'миллионов'],
  ['миллиард', 'миллиарда', 'миллиардов'],
  ['триллион', 'триллиона', 'триллионов'],
];

function belowThousand(value: number, isFeminine: boolean): string[] {
  const rest = value % 100;
  const ones = rest < 20 ? rest : rest % 10;
  const feminine = isFeminine ? ['', 'одна', 'две'][ones] : undefined;
  return [
    HUNDREDS[Math.trunc(value / 100)] ?? '',
    rest < 20 ? '' : (TENS[Math.trunc(rest / 10)] ?? ''),
    feminine ?? ONES[ones] ?? '',
  ];
}

/** Writes a non-negative amount in words: `Двенадцать тысяч пятьсот рублей 00 копеек`. */
export function amountInWords(kop: number): string {
  const roubles = Math.trunc(kop / 100);
  const words: string[] = [];
  for (let group = GROUPS.length; group > 0; group -= 1) {
    const value = Math.trunc(roubles / 1000 ** group) % 1000;
    const forms = GROUPS[group - 1];
    if (value > 0 && forms !== undefined)
      words.push(...belowThousand(value, group === 1), chooseForm(value, forms));
  }
  words.push(...belowThousand(roubles % 1000, false));
  const roublesText = words.filter(Boolean).join(' ') || 'ноль';
  const kopecks = kop % 100;
  const sentence = `${roublesText} ${chooseForm(roubles, ROUBLES)}`;
  return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)} ${String(kopecks).padStart(2, '0')} ${chooseForm(kopecks, KOPECKS)}`;
}
