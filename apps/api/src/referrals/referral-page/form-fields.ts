/** The form as it was filled in: what is sent back with it when something is wrong. */
export type FormFields = {
  name: string;
  phone: string;
  comment: string;
  website: string;
  consent: boolean;
  /** Of the text that was agreed to. */
  version: string;
};

export const BLANK: FormFields = {
  name: '',
  phone: '',
  comment: '',
  website: '',
  consent: false,
  version: '',
};

/** Reads a body of `application/x-www-form-urlencoded`; of a field that comes twice, the last. */
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

/** The same as a body of the API's call. */
export const bodyOf = ({ name, phone, comment, website, consent, version }: FormFields) => ({
  name,
  phone,
  comment,
  website,
  consent,
  ...(version !== '' && { consent_version: Number(version) }),
});
