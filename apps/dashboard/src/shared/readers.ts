/** Field hints that state which other users can read the text. */
export const READERS = {
  applicant: 'Заявитель прочтет это',
  partner: 'Партнер прочтет это',
  organization: 'Прочтет организация',
  team: 'Видит только ваша команда',
} as const;
export type Reader = keyof typeof READERS;
