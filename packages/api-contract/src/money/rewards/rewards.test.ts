import { expect, test } from 'vitest';
import { EMPTY } from '../../values/text-messages.ts';
import { reward } from './rewards.ts';

const tiers = [
  { from: 0, fixed_kop: 100 },
  { from: 3, fixed_kop: 200 },
  { from: 10, fixed_kop: 300 },
];

test.each([[[{ from: 1, fixed_kop: 1 }]], [[tiers[0], tiers[0]]], [[tiers[0], tiers[2], tiers[1]]], [[]]])(
  'tiers that do not start at zero and increase are refused',
  (wrong) => {
    expect(reward.safeParse({ kind: 'tiered', tiers: wrong }).success).toBe(false);
  },
);

const line = (when: object, pay: object = { percent_bps: 1500 }) => ({ when, pay });
const refused: readonly [string, unknown, string, string][] = [
  ['no condition', line({}), 'lines.0.when', 'Выберите хотя бы одно условие.'],
  ['no rate', line({ client: 'new' }, {}), 'lines.0.pay', 'Укажите сумму или процент.'],
  [
    'a range that ends before it starts',
    line({ amount_from_kop: 2, amount_to_kop: 1 }),
    'lines.0.when.amount_to_kop',
    'Конец не раньше начала.',
  ],
  [
    'months that end before they start',
    line({ months_from: 2, months_to: 1 }),
    'lines.0.when.months_to',
    'Конец не раньше начала.',
  ],
  ['no products', line({ products: [] }), 'lines.0.when.products', 'Введите хотя бы один товар.'],
  ['a product twice', line({ products: ['Про', ' про'] }), 'lines.0.when.products', 'Товар указан дважды.'],
  ['an empty product', line({ products: [' '] }), 'lines.0.when.products.0', EMPTY],
  [
    'an unknown condition',
    line({ client: 'new', weekday: 1 }),
    'lines.0.when',
    'Это поле здесь не изменить.',
  ],
];
test.each(refused)('a line with %s is refused', (_, wrong, path, message) => {
  const { error } = reward.safeParse({ kind: 'fixed', fixed_kop: 1, lines: [wrong] });
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});

test('a rule has at most 20 lines, and a tiered one has none', () => {
  const lines = Array.from({ length: 21 }, () => line({ client: 'new' }));
  expect(reward.safeParse({ kind: 'fixed', fixed_kop: 1, lines: lines.slice(1) }).success).toBe(true);
  expect(reward.safeParse({ kind: 'fixed', fixed_kop: 1, lines }).success).toBe(false);
  expect(reward.safeParse({ kind: 'tiered', tiers, lines: lines.slice(1) }).success).toBe(false);
});
