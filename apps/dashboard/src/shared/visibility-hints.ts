/** Field hints that state which other users can read the text. */
export const VISIBILITY_HINTS = {
  applicant: 'Заявитель прочтет это',
  partner: 'Партнер прочтет это',
  organization: 'Прочтет организация',
  team: 'Видит только ваша команда',
} as const;
export type Audience = keyof typeof VISIBILITY_HINTS;
