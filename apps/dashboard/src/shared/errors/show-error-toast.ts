import { toast } from '../ui/toast/toast.ts';
import { explainError } from './explain-error.ts';

/**
 * Shows a toast for an error.
 *
 * @param title Title when the error has no text from the server.
 * @param advice Description when the error has none.
 */
export function showErrorToast(error: unknown, title: string, advice = 'Повторите попытку'): void {
  const text = explainError(error, title).alert;
  void toast.error({ title: text.title, description: text.advice || advice });
}
