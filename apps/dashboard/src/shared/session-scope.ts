import { createContext } from 'react';

/** An object for each session: another person, or the same one anew, brings another. What is kept by it dies with it. */
export const SessionScope = createContext<object>({});

/** Key under which this tab keeps unsaved input. */
export const DRAFTS = 'drafts';

/** Throws away what was typed and not saved in this tab. A storage closed to the page has nothing to forget. */
export function forgetDrafts(): void {
  try {
    sessionStorage.removeItem(DRAFTS);
  } catch {}
}
