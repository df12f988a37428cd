import { expect, test } from 'vitest';
import { getSource } from './source.ts';

const lead = { number: 'Л-17' };
const sale = { number: 'П-7', name: 'ООО «Ромашка»' };
const holdTerms = '; удержание до 4\u00a0дек\u00a02026';

type Accrual = Parameters<typeof getSource>[0];

const cases: readonly [string, Accrual][] = [
  [
    'Лид Л-17, 5 % от 39 000,00 ₽',
    { kind: 'reward', explanation: `5 % от 39 000,00 ₽${holdTerms}`, amount_kop: 195_000, lead },
  ],
  [
    'Лид Л-17, 700,00 ₽ за 19-й лид, ставка с 11-го',
    {
      kind: 'reward',
      explanation: `700,00 ₽ за 19-й лид, ставка с 11-го${holdTerms}`,
      amount_kop: 70_000,
      lead,
    },
  ],
  [
    'Лид Л-17',
    {
      kind: 'reward',
      explanation: `1\u00a0500,00\u00a0₽; можно выплатить сразу`,
      amount_kop: 150_000,
      lead,
    },
  ],
  [
    'Продажа П-7 · ООО «Ромашка», 12 % от 39 000,00 ₽',
    {
      kind: 'reward',
      explanation: `Продажа П-7. 12 % от 39 000,00 ₽${holdTerms}`,
      amount_kop: 468_000,
      lead: null,
      sale,
    },
  ],
  [
    'Продажа П-7',
    {
      kind: 'reward',
      explanation: `1\u00a0500,00\u00a0₽; можно выплатить сразу`,
      amount_kop: 150_000,
      lead: null,
      sale: { ...sale, name: '' },
    },
  ],
  [
    'Бонус за отзыв; спасибо',
    { kind: 'bonus', explanation: 'Бонус за отзыв; спасибо', amount_kop: 10_000, lead: null },
  ],
  ['Бонус: за отзыв', { kind: 'bonus', explanation: 'За отзыв', amount_kop: 10_000, lead: null }],
  ['Поправка: НДС', { kind: 'correction', explanation: 'НДС', amount_kop: -10_000, lead: null }],
  ['Возврат Н-12', { kind: 'reversal', explanation: 'Возврат Н-12', amount_kop: -10_000, lead }],
];

test.each(cases)('the source of an accrual is «%s»', (source, accrual) => {
  expect(getSource(accrual)).toBe(source);
});
