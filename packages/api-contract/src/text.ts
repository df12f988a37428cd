import { z } from 'zod';

const REQUIRED = 'Обязательное поле.';
const EMPTY = 'Это поле не может быть пустым.';
const REORDERED =
  'В тексте есть невидимые знаки, которые меняют порядок букв. Сотрите текст и введите его заново.';
const CONTROL = 'В тексте есть управляющие знаки. Сотрите текст и введите его заново.';

/** Refusals of a value where text is due; the same words on every field. */
const refusal = (input: unknown) =>
  input === undefined ? REQUIRED : input === null ? EMPTY : 'Введите текст.';

type Limits = { max: number; min?: number; blank?: boolean; secret?: boolean };

/** Emoji, whose parts are joined by characters that are invisible elsewhere: families, flags, keycaps. */
const EMOJI =
  '\\p{Extended_Pictographic}[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u200d\\ufe0f\\u{e0020}-\\u{e007f}]*|[0-9#*]\\ufe0f\\u20e3';

/** Embeddings, overrides and isolates: they change the order of the letters around them. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE = new RegExp(`(${EMOJI})|\\p{Default_Ignorable_Code_Point}`, 'gu');
/** Line ends that word processors and web pages use beside `\n`. */
const OTHER_LINE_ENDS = /[\v\f\x85\u2028\u2029]/g;
const CONTROLS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;

/** The text without zero-width characters, soft hyphens, direction marks and bidi controls. Emoji stay complete. */
export const withoutInvisible = (value: string) => value.replace(INVISIBLE, '$1');

/** Predicate: more characters than a number, as a reader counts them, so that one emoji is one. Short ones are not counted. */
const isLonger = (value: string, than: number) => value.length > than && Array.from(value).length > than;

/**
 * Text as clients send it: a string, or a number that stands for one. Blanks around it and invisible characters are removed, other
 * line ends become `\n`. Control characters and bidi controls are refused: they can make a name look like another.
 *
 * @param limits.max in characters.
 * @param limits.min in characters, for what is not blank; 0 when left out.
 * @param limits.blank whether an empty value is allowed; `false` when left out.
 * @param limits.secret whether it is a password: invisible and control characters are kept, since its hash depends on them.
 */
export function text(limits: Limits) {
  return z
    .union([z.string(), z.number()], { error: (issue) => refusal(issue.input) })
    .transform((value, ctx) => {
      const written = String(value);
      const plain = (
        limits.secret ? written : withoutInvisible(written).replace(OTHER_LINE_ENDS, '\n')
      ).trim();
      const problem = !limits.secret && BIDI_CONTROLS.test(written) ? REORDERED : problemOf(plain, limits);
      if (problem === undefined) return plain;
      ctx.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    });
}

// A host needs a Latin top-level domain or one of the Cyrillic ones: «Яндекс.Маркет» and «И. И. Иванов» are names.
const HOST = String.raw`(?:[\p{L}\p{N}-]+[.。])+(?:[a-z]{2,}|рф|рус|москва|дети|онлайн|сайт|орг|ком)(?![\p{L}\p{N}-])`;
const LINK = String.raw`(?:[a-z][a-z\d+.-]*:\/\/|www[.。]|(?<![\p{L}\p{N}])(?:${HOST}|(?:\d{1,3}\.){3}\d{1,3}))\S*`;

/** Text without addresses of sites, as phones make them into links. */
export const withoutLinks = (value: string): string =>
  value.normalize('NFKC').replace(new RegExp(LINK, 'giu'), ' ').replace(/\s+/g, ' ').trim();

/** Name for messages to people outside the organization: one line without addresses of sites. */
export const sentName = (max: number) =>
  text({ max })
    .refine((value) => !/[\r\n\u2028\u2029]/.test(value), 'Введите название в одну строку.')
    .refine(
      (value) => !new RegExp(LINK, 'iu').test(value.normalize('NFKC')),
      'Уберите из названия адрес сайта: оно стоит в сообщениях.',
    );

function problemOf(value: string, { max, min = 0, blank = false, secret = false }: Limits) {
  if (value === '') return blank ? undefined : EMPTY;
  if (value.includes('\0')) return 'Данные содержат запрещенный символ: нулевой байт.';
  if (!secret && CONTROLS.test(value)) return CONTROL;
  if (!value.isWellFormed()) return 'Данные содержат поврежденные символы.';
  if (isLonger(value, max)) return `Убедитесь, что это значение содержит не более ${max} символов.`;
  if (min > 0 && !isLonger(value, min - 1))
    return `Убедитесь, что это значение содержит не менее ${min} символов.`;
  return undefined;
}
