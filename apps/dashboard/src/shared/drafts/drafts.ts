import { DRAFTS, forgetDrafts } from '../session-scope.ts';

/** Unsaved input of one person in this tab, form by form. */
type Drafts = { user: string; forms: Record<string, unknown> };

/** The drafts of a person. Those of anybody else who worked in this tab are thrown away. */
export function draftsOf(user: string): Drafts['forms'] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(DRAFTS) ?? 'null') as Drafts | null;
    if (kept?.user === user) return kept.forms;
  } catch {}
  forgetDrafts();
  return {};
}

/** Keeps the draft of a form, or drops it when it is `null` or holds nothing. Without room for it nothing is kept. */
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
