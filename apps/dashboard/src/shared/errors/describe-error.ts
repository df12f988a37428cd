import { isAuthError } from '@referral-dashboard/auth-core';
import { isApiFailure, isRetryable } from '../api/failure.ts';

/** Text for a failed call: `title` states the error, `advice` the next step for the user. */
export type ErrorText = { title: string; advice: string };

const NO_BREAK_SPACE = '\u00a0';

function formatDelay(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `${minutes}${NO_BREAK_SPACE}мин` : `${seconds}${NO_BREAK_SPACE}с`;
}

/**
 * Converts an error to Russian text. The server's `detail` is shown unchanged; without it, `fallback` is the title. `advice` may be empty.
 */
export function describeError(error: unknown, fallback: string): ErrorText {
  if (isAuthError(error))
    return {
      title: error.detail ?? (error.message || fallback),
      advice: adviceFor({ ...error, isUnreachable: error.code === 'unreachable' }),
    };
  if (!isApiFailure(error)) return { title: fallback, advice: 'Повторите попытку. Введенное сохранено.' };
  if (error.code === 'unexpected_answer')
    return { title: fallback, advice: 'Сервер ответил не так, как ожидалось. Обновите страницу.' };
  return {
    title: error.detail ?? fallback,
    advice: adviceFor({ ...error, isUnreachable: isRetryable(error) }),
  };
}

type FailedCall = {
  status: number | null;
  detail: string | null;
  retryAfter: number | null;
  isUnreachable: boolean;
};

function adviceFor({ status, detail, retryAfter, isUnreachable }: FailedCall): string {
  if (status === 429) {
    const when = retryAfter === null ? 'позже' : `через ${formatDelay(retryAfter)}`;
    return detail === null ? `Слишком много попыток. Повторите ${when}.` : '';
  }
  if (!isUnreachable) return '';
  if (status === null) return 'Нет связи с сервером. Проверьте подключение и повторите: введенное сохранено.';
  return detail === null ? 'Сервер не отвечает. Повторите через минуту: введенное сохранено.' : '';
}
