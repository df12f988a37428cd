import { describe, expect, test } from 'vitest';
import {
  containsCardNumber,
  findInnProblem,
  isAccount,
  isBik,
  isCardNumber,
  isCorrespondentAccount,
  isInn,
  isOgrn,
  requisiteProblems,
} from './requisites.ts';

test.each(['7707083893', '7710140679', '500100732259', '9999000013', '999900000160'])(
  '%s is an INN',
  (value) => {
    expect(isInn(value)).toBe(true);
  },
);
test.each(['7707083894', '770708389', '0000000000', '999900000161', '77070838931', '', ' 7707083893'])(
  '«%s» is not an INN',
  (value) => {
    expect(isInn(value)).toBe(false);
  },
);

test.each([
  ['7707083893', 'legal', null],
  ['500100732259', 'ip', null],
  ['', 'individual', null],
  ['7707083893', 'ip', 'ИНН состоит из 12 цифр'],
  ['500100732259', 'legal', 'ИНН состоит из 10 цифр'],
  ['77070838x3', 'legal', 'ИНН состоит из 10 цифр'],
  ['7707083894', 'legal', 'В ИНН ошибка: проверьте цифры'],
] as const)('the INN «%s» of a partner of the kind %s has the problem %s', (inn, kind, problem) => {
  expect(findInnProblem(inn, kind)).toBe(problem);
});

test('invalid registration numbers are detected', () => {
  expect(isOgrn('1027700132195')).toBe(true);
  expect(isOgrn('1027700132196')).toBe(false);
  expect(isOgrn('304500116000157')).toBe(true);
  expect(isOgrn('304500116000158')).toBe(false);
});

test('the control key of an account depends on the bank', () => {
  expect(isAccount('044525225', '40702810200000012345')).toBe(true);
  expect(isAccount('044525225', '40702810300000012345')).toBe(false);
  expect(isAccount('044525974', '40817810000000012345')).toBe(true);
  expect(isCorrespondentAccount('044525225', '30101810400000000225')).toBe(true);
  expect(isCorrespondentAccount('044525974', '30101810145250000974')).toBe(true);
  expect(isCorrespondentAccount('044525225', '30101810400000000226')).toBe(false);
  expect(isBik('044525225')).toBe(true);
  expect(isBik('4525225')).toBe(false);
});

test('a card number has a valid last digit', () => {
  expect(isCardNumber('2200 0000 0000 0004')).toBe(true);
  expect(isCardNumber('2202201234567895')).toBe(true);
  expect(isCardNumber('2202201234567896')).toBe(false);
  expect(isCardNumber('2202-2012-3456-789x')).toBe(false);
});

test.each([
  ['tok_5f3c9a', false],
  ['card 2202201234567895', true],
  ['Банк 2202\u00a02012\u00a03456\u00a07895, Москва', true],
  ['2202.2012.3456.7895', true],
  ['2202201234567896', false],
  ['40702810900000000001', false],
  ['', false],
])('«%s» contains a card number: %s', (value, expected) => {
  expect(containsCardNumber(value)).toBe(expected);
});

describe('related requisites', () => {
  const sound = {
    inn: '7707083893',
    kpp: '773601001',
    bank_bik: '044525225',
    bank_account: '40702810938000000001',
    bank_corr_account: '30101810400000000225',
  };
  test('report the account whose control key does not fit the bank', () => {
    const { bank_account: _, ...rest } = requisiteProblems(sound);
    expect(rest).toEqual({});
    expect(requisiteProblems({ ...sound, bank_corr_account: '30101810400000000226' })).toHaveProperty(
      'bank_corr_account',
    );
    expect(requisiteProblems({ ...sound, bank_corr_account: '40702810938000000001' })).toHaveProperty(
      'bank_corr_account',
    );
  });
  test('have no control keys in a treasury', () => {
    const treasury = {
      bank_bik: '004525988',
      bank_account: '03224643450000007300',
      bank_corr_account: '40102810545370000003',
    };
    expect(requisiteProblems({ ...sound, ...treasury })).toEqual({});
    expect(requisiteProblems({ ...sound, ...treasury, bank_account: '0322464345000000730' })).toEqual({
      bank_account: 'Счет состоит из 20 цифр.',
    });
  });
  test('report a missing bank, and the KPP of a person', () => {
    expect(requisiteProblems({ ...sound, bank_bik: '' })).toEqual({
      bank_bik: 'Введите БИК: без него счет не проверить.',
    });
    expect(requisiteProblems({ inn: '500100732259', kpp: '773601001' })).toHaveProperty('kpp');
    expect(requisiteProblems({})).toEqual({});
  });
});
