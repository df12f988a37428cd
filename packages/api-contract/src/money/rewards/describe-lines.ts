import { formatMoney, formatRate, type Noun, nounFor } from '../../values/formats.ts';
import type { RewardLine, SaleClient } from './reward-lines.ts';

/** Noun forms after «первые». */
const MONTHS: Noun = ['месяц', 'месяца', 'месяцев'];

type Conditions = RewardLine['when'];

const CLIENT_PHRASES: Record<SaleClient, string> = {
  new: 'с первой покупки клиента',
  existing: 'с повторных покупок',
};

/** Returns a line of a rule: «15 % (не больше 10 000,00 ₽) за «Тариф Про»». */
export function describeLine({ when, pay, cap_kop }: RewardLine): string {
  const rates = [
    ...(pay.fixed_kop === undefined ? [] : [formatMoney(pay.fixed_kop)]),
    ...(pay.percent_bps === undefined ? [] : [formatRate(pay.percent_bps)]),
  ].join(' и ');
  const cap = typeof cap_kop === 'number' ? ` (не больше ${formatMoney(cap_kop)})` : '';
  return `${rates}${cap} ${describeConditions(when)}`;
}

/** Returns conditions of a line: «за «Тариф Про» с первой покупки клиента при сумме от 100 000,00 ₽». */
export function describeConditions(when: Conditions): string {
  const { products, client, links } = when;
  return [
    ...(products === undefined ? [] : [`за ${joinOr(products.map((name) => `«${name}»`))}`]),
    ...(client === undefined ? [] : [CLIENT_PHRASES[client]]),
    ...describeAmounts(when),
    ...(links === undefined ? [] : [links.length === 1 ? 'по выбранной ссылке' : 'по выбранным ссылкам']),
    ...describeMonths(when),
  ].join(' ');
}

const joinOr = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} или ${names.at(-1)}`;

function describeAmounts({ amount_from_kop: from, amount_to_kop: to }: Conditions): string[] {
  if (from === undefined && to === undefined) return [];
  const bounds = [
    ...(from === undefined ? [] : [`от ${formatMoney(from)}`]),
    ...(to === undefined ? [] : [`до ${formatMoney(to)}`]),
  ];
  return [`при сумме ${bounds.join(' ')}`];
}

function describeMonths({ months_from, months_to: to }: Conditions): string[] {
  if (months_from === undefined && to === undefined) return [];
  const from = months_from ?? 1;
  if (to === undefined) return [`с ${from}-го месяца`];
  if (from === 1) return [to === 1 ? 'в первый месяц' : `в первые ${to}\u00a0${nounFor(to, MONTHS)}`];
  return [from === to ? `в ${from}-й месяц` : `с ${from}-го по ${to}-й месяц`];
}
