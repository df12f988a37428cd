import { isApiFailure } from '../api/failure.ts';
import { errorSentence } from './sentence.ts';

const sentence = (text: string) => text.replace(': введенное сохранено', '').replace(/\.$/, '');

/**
 * Under «Не удалось загрузить…»: what is safe, then the number for the support line, or what the connection or the
 * server says. Without a full stop at its end.
 *
 * @param title what is said above, and not again.
 * @param safe what has not suffered; a refusal of the server's own is told without it.
 */
export function loadAdvice(error: unknown, title: string, safe = 'Ничего не потеряно'): string {
  if (isApiFailure(error) && error.incident) return `${safe}. Номер для техподдержки: ${error.incident}`;
  const { title: told, advice } = errorSentence(error, title);
  return (told === title ? [safe, advice] : [told, advice]).map(sentence).filter(Boolean).join('. ');
}
