import { useUser } from '@referral-dashboard/react-auth';
import { useCallback, useState } from 'react';
import { draftsOf, keepDraft } from './drafts.ts';

/** Id of the person whose drafts are meant. */
export const useDraftsOwner = () => String(useUser()?.['id'] ?? '');

/**
 * Draft of a form, kept for this tab: over a reload, and over a session that is refused until
 * the same person signs in again. Whoever saves or gives up the form drops it with `keep(null)`; a sign-out drops all.
 *
 * Requisites are never given to it: account numbers, BIK, INN, cards, passwords.
 *
 * @param form The form's name, with what it is about: `lead`, `lead:<id>`.
 */
export function useDraft<Draft extends object>(form: string) {
  const user = useDraftsOwner();
  const [found] = useState(() => (draftsOf(user)[form] ?? null) as Draft | null);
  const keep = useCallback((draft: Draft | null) => keepDraft(user, form, draft), [user, form]);
  return { found, keep };
}
