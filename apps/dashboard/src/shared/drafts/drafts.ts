import { clearDrafts, DRAFTS_KEY } from './clear-drafts.ts';

/** Unsaved form input of one user in this tab, by form name. */
type Drafts = { user: string; forms: Record<string, unknown> };

/** Returns the drafts of a user. Drafts of another user in this tab are deleted. */
export function loadDrafts(user: string): Drafts['forms'] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? 'null') as Drafts | null;
    if (stored?.user === user) return stored.forms;
  } catch {}
  clearDrafts();
  return {};
}

/** Saves the draft of a form. `null` or an empty object deletes it. If storage is full, all drafts are deleted. */
export function writeDraft(user: string, form: string, draft: object | null): void {
  const { [form]: _replaced, ...forms } = loadDrafts(user);
  if (draft !== null && Object.keys(draft).length > 0) forms[form] = draft;
  try {
    if (Object.keys(forms).length === 0) clearDrafts();
    else sessionStorage.setItem(DRAFTS_KEY, JSON.stringify({ user, forms } satisfies Drafts));
  } catch {
    clearDrafts();
  }
}
