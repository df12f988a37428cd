import { toast } from '../ui/toast/toast.ts';
import { describeError } from './describe-error.ts';

/**
 * Shows a toast for an error.
 *
 * @param title Title when the server sends no text of its own.
 * @param advice Description when the error has no advice of its own.
 */
export function showErrorToast(error: unknown, title: string, advice = 'Повторите попытку'): void {
  const text = describeError(error, title);
  void toast.error({ title: text.title, description: text.advice || advice });
}
