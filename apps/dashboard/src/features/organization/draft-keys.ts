/** Draft keys of the organization's forms. */
export const draftKeys = {
  requisites: 'organization',
  bank: 'organization-bank',
  terms: 'organization-terms',
  documents: 'organization-documents',
  bankFiles: 'organization-bank-files',
  mail: 'organization-mail',
  telegram: 'organization-telegram',
  looks: 'organization-looks',
} as const;
