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
    ['a\u0007', 'В тексте есть управляющие знаки. Сотрите текст и введите его заново.'],
    ['a\u009b', 'В тексте есть управляющие знаки. Сотрите текст и введите его заново.'],
    ['a\ufffe', 'В тексте есть управляющие знаки. Сотрите текст и введите его заново.'],
    ['\udc00', 'Данные содержат поврежденные символы.'],
  ])('%j is refused: %s', (value, sentence) => {
    expect(problem(name, value)).toBe(sentence);
  });

  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'refuses the bidi control %j, which can make a name look like another one',
    (control) => {
      expect(problem(text({ max: 50 }), `Иванов${control}Петр`)).toBe(
        'В тексте есть невидимые знаки, которые меняют порядок букв. Сотрите текст и введите его заново.',
      );
    },
  );

  test.each([
    ['И\u200bв\u200dа\u00adн\ufeff', 'Иван'],
    ['\u200eИван\u200f', 'Иван'],
    ['И\u{e0041}ван', 'Иван'],
    ['Иван\u2028Петр\vОлег', 'Иван\nПетр\nОлег'],
    ['👨‍👩‍👧 ❤️ 1️⃣', '👨‍👩‍👧 ❤️ 1️⃣'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ])('removes invisible characters and keeps emoji: %j becomes %j', (value, expected) => {
    expect(text({ max: 50 }).parse(value)).toBe(expected);
  });

  test('does not count invisible characters', () => {
    expect(problem(name, '\u200b\u2060')).toBe('Это поле не может быть пустым.');
    expect(name.parse('Анна1\u200b')).toBe('Анна1');
  });

  test('does not change a password', () => {
    expect(text({ max: 50, secret: true }).parse('a\u200b\u202e\u0007b')).toBe('a\u200b\u202e\u0007b');
  });

  test('may be blank where allowed, but not null', () => {
    const optional = text({ max: 5, blank: true });
    expect(optional.parse(' ')).toBe('');
    expect(problem(optional, null)).toBe('Это поле не может быть пустым.');
  });
});

describe('an e-mail address', () => {
  test.each(['', 'a@example.test', 'anna.ivanova+x@mail.example.ru', 'anna@почта.рф', 'a@b-c.xn--p1ai'])(
    '%j is accepted',
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
