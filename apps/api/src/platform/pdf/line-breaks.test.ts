import { expect, test } from 'vitest';
import { toRuns } from './line-breaks.ts';

test.each([
  [
    '375,00 ₽ за 32-й лид, ставка',
    [{ text: '375,00\u00a0₽ за ' }, { text: '32-й\u00a0лид, ', noWrap: true }, { text: 'ставка' }],
  ],
  ['Банк: Т-Банк', [{ text: 'Банк: ' }, { text: 'Т-Банк', noWrap: true }]],
  ['АО «Альфа-Банк»', [{ text: 'АО ' }, { text: '«Альфа-Банк»', noWrap: true }]],
  ['СБП, +7 926 000-00-00', [{ text: 'СБП, ' }, { text: '+7\u00a0926\u00a0000-00-00', noWrap: true }]],
  ['Лид Л-1042', [{ text: 'Лид ' }, { text: 'Л-1042', noWrap: true }]],
  ['№ 12 от 4 сен 2026', '№\u00a012 от 4\u00a0сен 2026'],
  ['Санкт-Петербург и Ростов', 'Санкт-Петербург и Ростов'],
  ['', ''],
])('%j breaks only where a reader expects it', (text, runs) => {
  expect(toRuns(text)).toEqual(runs);
});

test('splits a word that is longer than a column, and only this word', () => {
  const long = 'х'.repeat(40);
  expect(toRuns(`от ${long} и Т-Банк`)).toEqual([
    { text: 'от ' },
    { text: `${long} `, wordBreak: 'break-all' },
    { text: 'и ' },
    { text: 'Т-Банк', noWrap: true },
  ]);
});
