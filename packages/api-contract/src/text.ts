import { z } from 'zod';

const REQUIRED = 'Обязательное поле.';
const EMPTY = 'Это поле не может быть пустым.';

/** Refusals of a value where text is due; the same words on every field. */
const refusal = (input: unknown) =>
  input === undefined ? REQUIRED : input === null ? EMPTY : 'Введите текст.';

type Limits = { max: number; min?: number; blank?: boolean };

/** Predicate: more characters than a number, as a reader counts them, so that one emoji is one. Short ones are not counted. */
const isLonger = (value: string, than: number) => value.length > than && Array.from(value).length > than;

/**
 * Text as clients send it: a string, or a number that stands for one. Blanks around it are dropped.
 *
 * @param limits.max in characters.
 * @param limits.min in characters, for what is not blank; 0 when left out.
 * @param limits.blank whether an empty value is allowed; `false` when left out.
 */
export function text(limits: Limits) {
  return z
    .union([z.string(), z.number()], { error: (issue) => refusal(issue.input) })
    .transform((value, ctx) => {
      const trimmed = String(value).trim();
      const problem = problemOf(trimmed, limits);
      if (problem === undefined) return trimmed;
      ctx.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    });
}

function problemOf(value: string, { max, min = 0, blank = false }: Limits) {
  if (value === '') return blank ? undefined : EMPTY;
  if (value.includes('\0')) return 'Данные содержат запрещенный символ: нулевой байт.';
  if (!value.isWellFormed()) return 'Данные содержат поврежденные символы.';
  if (isLonger(value, max)) return `Убедитесь, что это значение содержит не более ${max} символов.`;
  if (min > 0 && !isLonger(value, min - 1))
    return `Убедитесь, что это значение содержит не менее ${min} символов.`;
  return undefined;
}
