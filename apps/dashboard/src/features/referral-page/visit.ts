import { useEffect } from 'react';
import type { PublicCalls } from './public-calls.ts';

/** Values stored per code until the tab closes: the thank-you text and the visit id. */
type StoredName = 'sent' | 'visit';

const buildKey = (storedName: StoredName, code: string) => `ref_${storedName}:${code.toLowerCase()}`;

/** Session storage; does nothing when the browser blocks it. */
export const visitStorage = {
  read(storedName: StoredName, code: string): string | null {
    try {
      return sessionStorage.getItem(buildKey(storedName, code));
    } catch {
      return null;
    }
  },
  write(storedName: StoredName, code: string, value: string | null) {
    try {
      if (value === null) sessionStorage.removeItem(buildKey(storedName, code));
      else sessionStorage.setItem(buildKey(storedName, code), value);
    } catch {}
  },
};

const TAGS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];
const pendingCodes = new Set<string>();

/** First 200 code points, which never splits a surrogate pair. */
const truncate = (text: string) => Array.from(text).slice(0, 200).join('');

/** Source of the visit from the URL and the referrer. Contains no visitor identifier. */
function sourceOfVisit(): object {
  const query = new URLSearchParams(location.search);
  const tags = TAGS.map((tag) => [tag, truncate(query.get(tag) ?? '')]).filter(([, value]) => value);
  return { referrer: document.referrer.slice(0, 2000), ...Object.fromEntries(tags) };
}

/** Records the visit once per tab. Errors are ignored. */
export function useVisit(code: string, isKnown: boolean, { recordClick }: PublicCalls) {
  useEffect(() => {
    if (!isKnown || pendingCodes.has(code) || visitStorage.read('visit', code) !== null) return;
    pendingCodes.add(code);
    recordClick(sourceOfVisit())
      .then((click) => visitStorage.write('visit', code, click))
      .catch(() => undefined)
      .finally(() => pendingCodes.delete(code));
  }, [code, isKnown, recordClick]);
}
