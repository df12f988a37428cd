import { isAuthError } from '@referral-dashboard/auth-core';
import { isApiFailure, isRetryable } from '../api/failure.ts';
import { joinMessages, toFieldSentence } from './field-sentences.ts';

/** Text for a failed call: `title` states the error, `advice` the next step for the user. `advice` may be empty. */
export type ErrorText = { title: string; advice: string };

export type FieldMessages<Field extends string> = Partial<Record<Field, string>>;

/** Russian texts of an error, for each place that can show it. */
export type Explanation<Field extends string> = {
  /** Messages of the server for the requested fields. */
  fields: FieldMessages<Field>;
  /** For an alert or a toast. `null` when the messages of the fields are complete. */
  alert: [Field] extends [never] ? ErrorText : ErrorText | null;
  /** For a place that shows only this text. Starts with the title or the reassurance, unless the server states the cause. */
  sentence: string;
};

/** Reassurance for a failed read. */
export const NOTHING_LOST = 'Ничего не потеряно';

type ExplainOptions<Field extends string> = {
  /** Fields that show their own message. Messages for other fields become the advice of the alert. */
  fields?: readonly Field[];
  /** Set for reads: replaces the title in the sentence, because the place already shows it. E.g. «Ваши фильтры на месте». */
  reassurance?: string;
};

/**
 * Explains the error of an API call.
 *
 * @param title What failed, e.g. «Лид не добавлен». The server's `detail` is shown unchanged in its place.
 */
export function explainError<const Field extends string = never>(
  error: unknown,
  title: string,
  { fields: ownFields = [], reassurance }: ExplainOptions<Field> = {},
): Explanation<Field> {
  const fields: FieldMessages<Field> = {};
  const otherMessages: string[] = [];
  for (const [name, texts] of Object.entries(getFieldErrors(error))) {
    const field = ownFields.find((one) => one === name);
    const messages = texts.map((message) => toFieldSentence(name, message));
    if (field === undefined) otherMessages.push(...messages);
    else fields[field] = messages.join(' ');
  }
  const messages = [...(Object.values(fields) as string[]), ...otherMessages];
  const isRead = reassurance !== undefined;
  const text = describe(error, title, ADVICE[isRead ? 'read' : 'write']);
  const alert = otherMessages.length > 0 ? { ...text, advice: joinMessages(otherMessages) } : text;
  const isComplete = messages.length > 0 && otherMessages.length === 0;
  const incident = isApiFailure(error) && error.incident;
  const sentences = incident
    ? [reassurance ?? title, `Номер для техподдержки: ${incident}`]
    : [text.title === title ? (reassurance ?? title) : text.title, text.advice];
  return {
    fields,
    alert: (isComplete ? null : alert) as Explanation<Field>['alert'],
    sentence: joinSentences(messages.length > 0 ? messages : sentences, isRead),
  };
}

/** Messages of the server by field. */
export const getFieldErrors = (error: unknown) =>
  isAuthError(error) || isApiFailure(error) ? error.fieldErrors : {};

/** Texts of reads have no final full stop, because the places that show them continue the sentence. */
const joinSentences = (sentences: readonly string[], isRead: boolean) =>
  sentences
    .filter(Boolean)
    .map((sentence, index, { length }) =>
      isRead || index < length - 1 ? sentence.replace(/\.$/, '') : sentence,
    )
    .join('. ');

type Advice = { offline: string; down: string; unknown: string };

/** Advice after a failed call. A read has no input that could be lost. */
const ADVICE: Record<'read' | 'write', Advice> = {
  read: {
    offline: 'Нет связи с сервером. Проверьте подключение и повторите.',
    down: 'Сервер не отвечает. Повторите через минуту.',
    unknown: 'Повторите попытку.',
  },
  write: {
    offline: 'Нет связи с сервером. Проверьте подключение и повторите: введенное сохранено.',
    down: 'Сервер не отвечает. Повторите через минуту: введенное сохранено.',
    unknown: 'Повторите попытку. Введенное сохранено.',
  },
};

function describe(error: unknown, title: string, advice: Advice): ErrorText {
  if (isAuthError(error))
    return {
      title: error.detail ?? (error.message || title),
      advice: adviceFor({ ...error, isUnreachable: error.code === 'unreachable' }, advice),
    };
  if (!isApiFailure(error)) return { title, advice: advice.unknown };
  if (error.code === 'unexpected_answer')
    return { title, advice: 'Сервер ответил не так, как ожидалось. Обновите страницу.' };
  return {
    title: error.detail ?? title,
    advice: adviceFor({ ...error, isUnreachable: isRetryable(error) }, advice),
  };
}

const NO_BREAK_SPACE = '\u00a0';

function formatDelay(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `${minutes}${NO_BREAK_SPACE}мин` : `${seconds}${NO_BREAK_SPACE}с`;
}

type FailedCall = {
  status: number | null;
  detail: string | null;
  retryAfter: number | null;
  isUnreachable: boolean;
};

function adviceFor({ status, detail, retryAfter, isUnreachable }: FailedCall, advice: Advice): string {
  if (status === 429) {
    const when = retryAfter === null ? 'позже' : `через ${formatDelay(retryAfter)}`;
    return detail === null ? `Слишком много попыток. Повторите ${when}.` : '';
  }
  if (!isUnreachable) return '';
  if (status === null) return advice.offline;
  return detail === null ? advice.down : '';
}
