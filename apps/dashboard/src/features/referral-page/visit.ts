import { useEffect } from 'react';
import type { PublicCalls } from './public-calls.ts';

/** Values stored per code until the tab closes: the thank-you text and the visit id. */
type Kept = 'sent' | 'visit';

const keyOf = (kept: Kept, code: string) => `ref_${kept}:${code.toLowerCase()}`;

/** Session storage; does nothing when the browser blocks it. */
export const sessionMemory = {
  read(kept: Kept, code: string): string | null {
    try {
      return sessionStorage.getItem(keyOf(kept, code));
    } catch {
      return null;
    }
  },
  write(kept: Kept, code: string, value: string | null) {
    try {
      if (value === null) sessionStorage.removeItem(keyOf(kept, code));
      else sessionStorage.setItem(keyOf(kept, code), value);
    } catch {}
  },
};

const TAGS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];
const underWay = new Set<string>();

/** First 200 code points, which never splits a surrogate pair. */
const beginningOf = (text: string) => Array.from(text).slice(0, 200).join('');

/** Source of the visit from the URL and the referrer. Contains no visitor identifier. */
function marks(): object {
  const query = new URLSearchParams(location.search);
  const tags = TAGS.map((tag) => [tag, beginningOf(query.get(tag) ?? '')]).filter(([, value]) => value);
  return { referrer: document.referrer.slice(0, 2000), ...Object.fromEntries(tags) };
}

/** Records the visit once per tab. Errors are ignored. */
export function useVisit(code: string, isKnown: boolean, { recordClick }: PublicCalls) {
  useEffect(() => {
    if (!isKnown || underWay.has(code) || sessionMemory.read('visit', code) !== null) return;
    underWay.add(code);
    recordClick(marks())
      .then((click) => sessionMemory.write('visit', code, click))
      .catch(() => undefined)
      .finally(() => underWay.delete(code));
  }, [code, isKnown, recordClick]);
}
