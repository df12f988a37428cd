export type SupportContact = { organization: string; url: string };

const isContact = (value: unknown): value is SupportContact => {
  const { organization, url } = Object(value) as Partial<Record<keyof SupportContact, unknown>>;
  return typeof organization === 'string' && typeof url === 'string';
};

/**
 * Support addresses for a user, one for each organization that has an address.
 *
 * @param serverUrl Default for organizations without an address and users without an organization; empty when not set.
 */
export function getSupportContacts(
  user: Readonly<Record<string, unknown>> | null,
  serverUrl: string,
): readonly SupportContact[] {
  const stored = user?.['support'];
  const valid = Array.isArray(stored) ? stored.filter(isContact) : [];
  const contacts = valid.length > 0 ? valid : [{ organization: '', url: '' }];
  return contacts
    .map(({ organization, url }) => ({
      organization,
      url: /^(https?|mailto|tel):/i.test(url) ? url : serverUrl,
    }))
    .filter(({ url }) => url !== '');
}
