import type { LeadFormValues } from '@referral-dashboard/api-contract/referral-page-view';

/** Values of the submitted form. The page shows them again after an error. */
export type FormFields = LeadFormValues & { website: string };

export const BLANK: FormFields = {
  name: '',
  phone: '',
  comment: '',
  website: '',
  consent: false,
  version: '',
};

/** Parses a body of `application/x-www-form-urlencoded`. The last value of a repeated field is used. */
export function readForm(body: string): FormFields {
  const form = new Map(new URLSearchParams(body));
  const text = (name: string) => form.get(name) ?? '';
  return {
    name: text('name'),
    phone: text('phone'),
    comment: text('comment'),
    website: text('website'),
    consent: text('consent') === 'true',
    version: text('consent_version'),
  };
}

/** Converts the fields into the body of the API request. */
export const toRequestBody = ({ name, phone, comment, website, consent, version }: FormFields) => ({
  name,
  phone,
  comment,
  website,
  consent,
  ...(version !== '' && { consent_version: Number(version) }),
});
