import { describe, expect, test } from 'vitest';
import { createPasswordPolicy, type PasswordOwner } from './password-policy.ts';
import { createPasswordStrength } from './password-strength.ts';

const ANNA: PasswordOwner = {
  phone: '+79161234567',
  last_name: 'Иванова',
  first_name: 'Анна',
  father_name: '',
};
const policy = createPasswordPolicy(createPasswordStrength());

const SHORT = 'Пароль слишком короткий: нужно не менее 10 символов.';
const PHONE = 'Пароль не должен содержать ваш номер телефона.';
const NAME = 'Пароль не должен содержать ваше имя, отчество или фамилию.';
const COMMON =
  'Такой пароль легко подобрать. Возьмите несколько слов, не связанных друг с другом, или случайный набор знаков.';

describe('password policy', () => {
  test.each([
    ['12345678', SHORT],
    ['password', SHORT],
    ['9 знаков!', SHORT],
    ['89161234567', PHONE],
    ['+7 (916) 123-45-67', PHONE],
    ['дом 9161234567', PHONE],
    ['Иванова-дома', NAME],
    ['АННА и лес 17', NAME],
    ['ivanova-at-home', NAME],
    ['bdfyjdf-ljvf', NAME],
    ['1234567890', COMMON],
    ['password123', COMMON],
    ['qwertyuiop', COMMON],
    ['йцукенгшщз', COMMON],
    ['1q2w3e4r5t', COMMON],
    ['aaaaaaaaaaaa', COMMON],
    ['привет12345', COMMON],
    ['Москва2024', COMMON],
    ['ghbdtn12345', COMMON],
    ['зфыыцщкв123', COMMON],
    ['солнышко2010', COMMON],
    ['x'.repeat(200), COMMON],
  ])('refuses «%s»', async (password, sentence) => {
    expect(await policy(password, ANNA)).toBe(sentence);
  });

  test.each([
    'сиреневый трактор',
    'correct horse battery',
    'x7Kp2mQ9vL',
    'Ёлка, мост и 4 чайки',
    `${'слон и мост '.repeat(20)}!`,
    'demo-organization',
    'demo-partner',
  ])('accepts «%s»', async (password) => {
    expect(await policy(password, ANNA)).toBeUndefined();
  });

  test('accepts a short name of the owner, because many words contain it by chance', async () => {
    const owner = { ...ANNA, last_name: 'Ян', first_name: 'Ли' };
    expect(await policy('румяный калач и липа', owner)).toBeUndefined();
  });
});

test('rates concurrent passwords one at a time in a worker thread and leaves the event loop free', async () => {
  const strengthOf = createPasswordStrength();
  await strengthOf('load the lists');
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  const hard = '4@8({[<36&9#!1/|0$5+7%2'.repeat(4);
  const scores = await Promise.all(Array.from({ length: 5 }, () => strengthOf(hard)));
  clearInterval(timer);
  expect(scores).toEqual([4, 4, 4, 4, 4]);
  // One rating takes at least 0.1 s.
  expect(ticks).toBeGreaterThan(20);
});
