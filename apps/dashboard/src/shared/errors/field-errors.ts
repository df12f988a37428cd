import { isAuthError } from '@referral-dashboard/auth-core';
import { isApiFailure } from '../api/failure.ts';

/** Splits server errors into messages for the given fields, one string per field, and `rest` for all other fields. */
export function splitFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): { fields: Partial<Record<Field, string>>; rest: string } {
  const fieldErrors: Partial<Record<Field, string>> = {};
  const rest: string[] = [];
  if (!isAuthError(error) && !isApiFailure(error)) return { fields: fieldErrors, rest: '' };
  for (const [name, sentences] of Object.entries(error.fieldErrors)) {
    const field = fields.find((one) => one === name);
    if (field === undefined) rest.push(...sentences);
    else fieldErrors[field] = sentences.join(' ');
  }
  return { fields: fieldErrors, rest: rest.join(' ') };
}
