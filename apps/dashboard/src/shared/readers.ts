/** Who reads a typed text besides its author, as the field states it. */
export const READERS = {
  applicant: 'Заявитель прочтет это',
  partner: 'Партнер прочтет это',
  organization: 'Прочтет организация',
  team: 'Видит только ваша команда',
} as const;
export type Reader = keyof typeof READERS;
