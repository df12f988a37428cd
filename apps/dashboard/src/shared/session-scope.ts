import { createContext } from 'react';

/** Identity of the current session. Every sign-in creates a new object, so state keyed by it does not outlive the session. */
export const SessionScope = createContext<object>({});

/** Session storage key of unsaved input. */
export const DRAFTS_KEY = 'drafts';

/** Deletes all unsaved input of this tab. Errors are ignored, because blocked storage holds no drafts. */
export function clearDrafts(): void {
  try {
    sessionStorage.removeItem(DRAFTS_KEY);
  } catch {}
}
