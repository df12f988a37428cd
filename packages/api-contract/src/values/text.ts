import { z } from 'zod';
import { EMPTY, REQUIRED, tooLong, tooShort } from './text-messages.ts';

const REORDERED =
  'В тексте есть невидимые знаки, которые меняют порядок букв. Сотрите текст и введите его заново.';
const CONTROL = 'В тексте есть управляющие знаки. Сотрите текст и введите его заново.';

/** Error for a value that is not text. All fields use the same sentences. */
const refusal = (input: unknown) =>
  input === undefined ? REQUIRED : input === null ? EMPTY : 'Введите текст.';

type Limits = { max: number; min?: number; blank?: boolean; secret?: boolean };

/** Emoji with parts joined by invisible characters: families, flags, keycaps. */
const EMOJI =
  '\\p{Extended_Pictographic}[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u200d\\ufe0f\\u{e0020}-\\u{e007f}]*|[0-9#*]\\ufe0f\\u20e3';

/** Embeddings, overrides and isolates, which change the order of surrounding letters. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE = new RegExp(`(${EMOJI})|\\p{Default_Ignorable_Code_Point}`, 'gu');
/** Line ends other than `\n` in text from word processors and web pages. */
const OTHER_LINE_ENDS = /[\v\f\x85\u2028\u2029]/g;
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;

/** Removes zero-width characters, soft hyphens, direction marks and bidi controls. Emoji stay complete. */
export const withoutInvisible = (value: string) => value.replace(INVISIBLE, '$1');

/** Returns true when a text has more than `max` characters as a reader counts them: an emoji is one. Short texts are not counted. */
const isLonger = (value: string, max: number) => value.length > max && Array.from(value).length > max;

/**
 * Schema of text from clients: a string, or a number, which is converted. Removes surrounding spaces and invisible characters, and replaces
 * other line ends by `\n`. Refuses control characters and bidi controls, which can make a name look like another one.
 *
 * @param limits.max in characters.
 * @param limits.min in characters, for text that is not empty. Default: 0.
 * @param limits.blank whether an empty value is allowed. Default: `false`.
 * @param limits.secret whether the text is a password. Invisible and control characters are then kept, because the hash depends on them.
 */
export function text(limits: Limits) {
  return z
    .union([z.string(), z.number()], { error: (issue) => refusal(issue.input) })
    .transform((value, ctx) => {
      const raw = String(value);
      const plain = (limits.secret ? raw : withoutInvisible(raw).replace(OTHER_LINE_ENDS, '\n')).trim();
      const problem = !limits.secret && BIDI_CONTROLS.test(raw) ? REORDERED : findProblem(plain, limits);
      if (problem === undefined) return plain;
      ctx.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    });
}

// A host requires a Latin or one of the Cyrillic top-level domains, because «Яндекс.Маркет» and «И. И. Иванов» are names.
const HOST = String.raw`(?:[\p{L}\p{N}-]+[.。])+(?:[a-z]{2,}|рф|рус|москва|дети|онлайн|сайт|орг|ком)(?![\p{L}\p{N}-])`;
const LINK = String.raw`(?:[a-z][a-z\d+.-]*:\/\/|www[.。]|(?<![\p{L}\p{N}])(?:${HOST}|(?:\d{1,3}\.){3}\d{1,3}))\S*`;

/** Removes site addresses that phones would turn into links. */
export const withoutLinks = (value: string): string =>
  value.normalize('NFKC').replace(new RegExp(LINK, 'giu'), ' ').replace(/\s+/g, ' ').trim();

/** Schema of a name in messages to other people: one line without site addresses. */
export const sentName = (max: number) =>
  text({ max })
    .refine((value) => !/[\r\n\u2028\u2029]/.test(value), 'Введите название в одну строку.')
    .refine(
      (value) => !new RegExp(LINK, 'iu').test(value.normalize('NFKC')),
      'Уберите из названия адрес сайта: оно стоит в сообщениях.',
    );

function findProblem(value: string, { max, min = 0, blank = false, secret = false }: Limits) {
  if (value === '') return blank ? undefined : EMPTY;
  if (value.includes('\0')) return 'Данные содержат запрещенный символ: нулевой байт.';
  if (!secret && CONTROLS.test(value)) return CONTROL;
  if (!value.isWellFormed()) return 'Данные содержат поврежденные символы.';
  if (isLonger(value, max)) return tooLong(max);
  if (min > 0 && !isLonger(value, min - 1)) return tooShort(min);
  return undefined;
}

/** Schema of a last name, a first name or a patronymic, or an empty string. */
export const personName = text({ max: 150, blank: true });

/** Schema of an existing password: at most 256 characters, so at most 1024 bytes. */
export const password = text({ max: 256, secret: true });

/** Schema of an existing password, or an empty string. */
export const optionalPassword = text({ max: 256, blank: true, secret: true });

/** Schema of the token of a one-time link. */
export const linkToken = text({ max: 1024 });

/** Schema of the token of the captcha. It may be missing, null or empty. */
export const captchaToken = text({ max: 8192, blank: true }).nullish();
