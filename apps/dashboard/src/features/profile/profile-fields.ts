/** What a person may change, in the order of the form. */
export const PROFILE_FIELDS = ['last_name', 'first_name', 'father_name', 'email'] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileValues = Record<ProfileField, string>;

const LIMIT = 150;

/** The user's fields as text, whatever the API sent. */
export function valuesOf(user: Partial<Record<ProfileField, unknown>>): ProfileValues {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    last_name: text(user.last_name),
    first_name: text(user.first_name),
    father_name: text(user.father_name),
    email: text(user.email),
  };
}

/** Only what differs: another tab's change to another field is not undone. */
export const changesOf = (saved: ProfileValues, typed: ProfileValues): Partial<ProfileValues> =>
  Object.fromEntries(
    PROFILE_FIELDS.filter((field) => typed[field].trim() !== saved[field]).map((field) => [
      field,
      typed[field].trim(),
    ]),
  );

/** What is typed, over what was saved meanwhile: touched fields stay, the others follow. */
export const merge = (was: ProfileValues, now: ProfileValues, typed: ProfileValues): ProfileValues =>
  Object.fromEntries(
    PROFILE_FIELDS.map((field) => [field, typed[field] === was[field] ? now[field] : typed[field]]),
  ) as ProfileValues;

const withinLimit = (value: string) =>
  value.trim().length > LIMIT ? `Не больше ${LIMIT} символов, сейчас ${value.trim().length}` : null;

const looksLikeEmail = (value: string) => /^\S+@\S+\.\S+$/.test(value.trim());

/** What can be told without asking the server. */
export const validators: Record<ProfileField, (value: string) => string | null> = {
  last_name: withinLimit,
  first_name: withinLimit,
  father_name: withinLimit,
  email: (value) =>
    withinLimit(value) ??
    (value.trim() === '' || looksLikeEmail(value)
      ? null
      : 'Введите адрес полностью, например anna@company.ru'),
};
