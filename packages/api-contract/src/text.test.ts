import { describe, expect, test } from 'vitest';
import { email } from './email.ts';
import { text } from './text.ts';

const name = text({ max: 5 });
const problem = (schema: ReturnType<typeof text>, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('text', () => {
  test.each([
    ['  Анна ', 'Анна'],
    [42, '42'],
    ['😀😀😀😀😀', '😀😀😀😀😀'],
  ])('%j becomes %j', (value, expected) => {
    expect(name.parse(value)).toBe(expected);
  });

  test.each([
    [undefined, 'Обязательное поле.'],
    [null, 'Это поле не может быть пустым.'],
    [' ', 'Это поле не может быть пустым.'],
    [true, 'Введите текст.'],
    [{}, 'Введите текст.'],
    ['Анна А', 'Убедитесь, что это значение содержит не более 5 символов.'],
    ['a\0', 'Данные содержат запрещенный символ: нулевой байт.'],
    ['\udc00', 'Данные содержат поврежденные символы.'],
  ])('%j is refused: %s', (value, sentence) => {
    expect(problem(name, value)).toBe(sentence);
  });

  test('may be blank where that is allowed, but not null', () => {
    const optional = text({ max: 5, blank: true });
    expect(optional.parse(' ')).toBe('');
    expect(problem(optional, null)).toBe('Это поле не может быть пустым.');
  });
});

describe('an e-mail address', () => {
  test.each(['', 'a@example.test', 'anna.ivanova+x@mail.example.ru', 'anna@почта.рф', 'a@b-c.xn--p1ai'])(
    '%j is taken',
    (value) => {
      expect(email.safeParse(value).success).toBe(true);
    },
  );

  test.each([
    'anna',
    'anna@',
    '@example.ru',
    'anna@example',
    'anna@-a.ru',
    'an na@example.ru',
    'anna@example..ru',
    '.anna@example.ru',
    'anna.@example.ru',
    'an..na@example.ru',
    'a@b.ru\nbcc: x@y.ru',
    `${'a'.repeat(65)}@example.ru`,
    `a@${'b.'.repeat(130)}ru`,
  ])('%j is refused', (value) => {
    expect(email.safeParse(value).success).toBe(false);
  });
});
