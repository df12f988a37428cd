import { DRAFTS, forgetDrafts } from '../session-scope.ts';

/** Unsaved form input of one user in this tab, by form name. */
type Drafts = { user: string; forms: Record<string, unknown> };

/** Returns the drafts of a user. Drafts of another user in this tab are deleted. */
export function draftsOf(user: string): Drafts['forms'] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(DRAFTS) ?? 'null') as Drafts | null;
    if (kept?.user === user) return kept.forms;
  } catch {}
  forgetDrafts();
  return {};
}

/** Saves the draft of a form. `null` or an empty object deletes it. If storage is full, all drafts are deleted. */
export function keepDraft(user: string, form: string, draft: object | null): void {
  const { [form]: _replaced, ...forms } = draftsOf(user);
  if (draft !== null && Object.keys(draft).length > 0) forms[form] = draft;
  try {
    if (Object.keys(forms).length === 0) forgetDrafts();
    else sessionStorage.setItem(DRAFTS, JSON.stringify({ user, forms } satisfies Drafts));
  } catch {
    forgetDrafts();
  }
}
