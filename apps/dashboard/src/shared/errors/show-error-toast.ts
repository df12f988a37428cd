import { toast } from '../ui/toast/toast.ts';
import { describeError } from './describe-error.ts';

/**
 * Shows a toast for an error.
 *
 * @param title Title when the error has no text from the server.
 * @param advice Description when `describeError` returns no advice.
 */
export function showErrorToast(error: unknown, title: string, advice = 'Повторите попытку'): void {
  const text = describeError(error, title);
  void toast.error({ title: text.title, description: text.advice || advice });
}
