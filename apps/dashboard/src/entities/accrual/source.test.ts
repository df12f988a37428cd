import { expect, test } from 'vitest';
import { getSource } from './source.ts';

const lead = { number: 'Л-17' };
const holdTerms = '; удержание до 4\u00a0дек\u00a02026';

test.each([
  ['5 % от 39 000,00 ₽', { explanation: `5 % от 39 000,00 ₽${holdTerms}`, amount_kop: 195_000, lead }],
  [
    '700,00 ₽ за 19-й лид, ставка с 11-го лида',
    { explanation: `700,00 ₽ за 19-й лид, ставка с 11-го лида${holdTerms}`, amount_kop: 70_000, lead },
  ],
  ['Лид Л-17', { explanation: `1\u00a0500,00\u00a0₽; можно выплатить сразу`, amount_kop: 150_000, lead }],
  ['Бонус за отзыв; спасибо', { explanation: 'Бонус за отзыв; спасибо', amount_kop: 10_000, lead: null }],
])('the source of an accrual is «%s»', (source, accrual) => {
  expect(getSource(accrual)).toBe(source);
});
