/** Session storage key of unsaved input. */
export const DRAFTS_KEY = 'drafts';

/** Deletes all unsaved input of this tab. Errors are ignored, because blocked storage holds no drafts. */
export function clearDrafts(): void {
  try {
    sessionStorage.removeItem(DRAFTS_KEY);
  } catch {}
}
