import { isAuthError } from '@referral-dashboard/auth-core';

/** What to show for a failed call: what happened, and what the person can do about it. */
export type ErrorSentence = { title: string; advice: string };

const NO_BREAK_SPACE = '\u00a0';

function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `${minutes}${NO_BREAK_SPACE}мин` : `${seconds}${NO_BREAK_SPACE}с`;
}

/**
 * The one place where a failure becomes Russian. The server's own `detail` comes first, word for word;
 * without one, `fallback` names what failed. `advice` is empty when there is nothing to add.
 */
export function errorSentence(error: unknown, fallback: string): ErrorSentence {
  if (!isAuthError(error)) return { title: fallback, advice: 'Повторите попытку. Введенное сохранено.' };
  return { title: error.detail ?? (error.message || fallback), advice: adviceFor(error) };
}

function adviceFor({
  status,
  detail,
  retryAfter,
  code,
}: {
  status: number | null;
  detail: string | null;
  retryAfter: number | null;
  code: string;
}): string {
  if (status === 429) {
    const when = retryAfter === null ? 'позже' : `через ${waitingTime(retryAfter)}`;
    return detail === null ? `Слишком много попыток. Повторите ${when}.` : '';
  }
  if (code !== 'unreachable') return '';
  if (status === null) return 'Нет связи с сервером. Проверьте подключение и повторите: введенное сохранено.';
  return detail === null ? 'Сервер не отвечает. Повторите через минуту: введенное сохранено.' : '';
}
