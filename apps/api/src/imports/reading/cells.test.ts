import { describe, expect, test } from 'vitest';
import { readAmount, readDate, readPhone, toMoment } from './cells.ts';

const NBSP = '\u00a0';

describe('a phone', () => {
  test.each([
    '+7 916 777-12-40',
    '8 (916) 777-12-40',
    '79167771240',
    '79167771240.0',
    '7.916777124E10',
    '7,916777124E+10',
    '9167771240',
  ])('%s is read', (text) => expect(readPhone(text)).toEqual({ value: '+79167771240' }));

  test.each([
    ['8 (916) 777-12-40 доб. 5', 'добавочный'],
    ['+79167771240, +79167771241', 'два телефона'],
    ['8 916 777-12-40 8 916 777-12-41', 'два телефона'],
    ['8 916 777-12-40;8 916 777-12-41', 'два телефона'],
    ['8 (916) 777-12-40/8 (916) 777-12-41', 'два телефона'],
    ['79167771240\n79167771241', 'два телефона'],
    ['+7 916 777-12-40 или 777-12-41, 8 916 777-12-41', 'два телефона'],
    ["+79167771240, '+79167771241", 'два телефона'],
    ['+79167771240 доб.5', 'добавочный'],
    ['+7 916 777-12-40 (доб. 5)', 'добавочный'],
    ['8 916 777-12-40 вн. 12', 'добавочный'],
    ['+7 916 777-12-40 #5', 'добавочный'],
    ['7,91678E+10', 'сократил'],
    ['нет', 'российский'],
    ['+375 29 123-45-67', 'российский'],
  ])('%s is refused with the reason', (text, reason) =>
    expect(readPhone(text)).toEqual({ problem: expect.stringContaining(reason) }),
  );
});

describe('an amount', () => {
  test.each([
    ['1500', 150_000],
    [`1${NBSP}500,50 ₽`, 150_050],
    ['1 500.5 руб.', 150_050],
    ['1.500,00', 150_000],
    ['1,500.00', 150_000],
    ['0.30000000000000004', 30],
  ])('%s is read', (text, value) => expect(readAmount(text)).toEqual({ value }));

  test.each(['1,500', '-5', 'тысяча', '1e99'])('%s is refused', (text) =>
    expect(readAmount(text)).toEqual({ problem: expect.any(String) }),
  );
});

describe('a date', () => {
  test.each([
    ['24.11.2026', '2026-11-24', 0],
    ['24.11.26', '2026-11-24', 0],
    ['24.11.2026 13:05:22', '2026-11-24', 785],
    ['24/11/2026', '2026-11-24', 0],
    ['2026-11-24T13:05:00+03:00', '2026-11-24', 785],
    ['46350', '2026-11-24', 0],
    ['46350.5', '2026-11-24', 720],
  ])('%s is read', (text, day, minutes) => expect(readDate(text)).toEqual({ value: { day, minutes } }));

  test.each(['31.02.2026', '24.13.2026', '1999-01-01', 'вчера', '24.11.2026 25:00'])(
    '%s is refused',
    (text) => expect(readDate(text)).toEqual({ problem: expect.stringContaining('ДД.ММ.ГГГГ') }),
  );

  test('is a moment in the time zone of the organization', () => {
    const noon = { day: '2026-11-24', minutes: 720 };
    expect(toMoment(noon, 'Asia/Kamchatka').toISOString()).toBe('2026-11-24T00:00:00.000Z');
  });
});
