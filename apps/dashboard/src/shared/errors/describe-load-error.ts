import { isApiFailure } from '../api/failure.ts';
import { describeError } from './describe-error.ts';

const trimSentence = (text: string) => text.replace(': введенное сохранено', '').replace(/\.$/, '');

/**
 * Text under the title of a load error: a reassurance, then an incident number for the support team, or advice. It has no final full stop.
 *
 * @param title Title that is shown above and not repeated.
 * @param safe Reassurance, e.g. «Ваши фильтры на месте». A message of the server replaces it.
 */
export function describeLoadError(error: unknown, title: string, reassurance = 'Ничего не потеряно'): string {
  if (isApiFailure(error) && error.incident)
    return `${reassurance}. Номер для техподдержки: ${error.incident}`;
  const { title: errorTitle, advice } = describeError(error, title);
  return (errorTitle === title ? [reassurance, advice] : [errorTitle, advice])
    .map(trimSentence)
    .filter(Boolean)
    .join('. ');
}
