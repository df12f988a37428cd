import { isApiFailure } from '../api/failure.ts';
import { errorSentence } from './sentence.ts';

const sentence = (text: string) => text.replace(': введенное сохранено', '').replace(/\.$/, '');

/**
 * Text under the title of a load error: a reassurance, then an incident number for the support team, or advice. It has no final full stop.
 *
 * @param title Title that is shown above and not repeated.
 * @param safe Reassurance, e.g. «Ваши фильтры на месте». A message of the server replaces it.
 */
export function loadAdvice(error: unknown, title: string, safe = 'Ничего не потеряно'): string {
  if (isApiFailure(error) && error.incident) return `${safe}. Номер для техподдержки: ${error.incident}`;
  const { title: told, advice } = errorSentence(error, title);
  return (told === title ? [safe, advice] : [told, advice]).map(sentence).filter(Boolean).join('. ');
}
