/** What is kept for a code until the tab is closed: the words of thanks, the visit's id. */
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
