/**
 * Messages of texts, as Django REST framework writes them: clients of `/api/accounts/` compare them. Forms of the dashboard show sentences of
 * their own instead. The login imports this module, so it does not import zod.
 */

/** Message for a missing field. */
export const REQUIRED = 'Обязательное поле.';
/** Message for an empty field or null. */
export const EMPTY = 'Это поле не может быть пустым.';

const LENGTH = /^Убедитесь, что это значение содержит не (более|менее) (\d+) символов\.$/;

export const tooLong = (max: number) => `Убедитесь, что это значение содержит не более ${max} символов.`;
export const tooShort = (min: number) => `Убедитесь, что это значение содержит не менее ${min} символов.`;

/** Returns the limit that `tooLong` or `tooShort` names, or null for another message. */
export function readLengthLimit(message: string): { isMaximum: boolean; length: number } | null {
  const [, limit, length] = LENGTH.exec(message) ?? [];
  return length === undefined ? null : { isMaximum: limit === 'более', length: Number(length) };
}
