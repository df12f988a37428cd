import { useEffect } from 'react';
import type { PublicCalls } from './public-calls.ts';

/** Memory of a code until the tab is closed: the words of thanks, the visit's id. */
type Kept = 'sent' | 'visit';

const keyOf = (kept: Kept, code: string) => `ref_${kept}:${code.toLowerCase()}`;

/** Storage that is closed to the page remembers nothing. */
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

/** The first 200 characters, with no half of an emoji at the end. */
const beginningOf = (text: string) => Array.from(text).slice(0, 200).join('');

/** Origin of the visit, as far as the address and the browser tell. Nothing marks the visitor. */
function marks(): object {
  const query = new URLSearchParams(location.search);
  const tags = TAGS.map((tag) => [tag, beginningOf(query.get(tag) ?? '')]).filter(([, value]) => value);
  return { referrer: document.referrer.slice(0, 2000), ...Object.fromEntries(tags) };
}

/** Records the visit once for as long as the tab is open. One that fails is no business of the visitor. */
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
