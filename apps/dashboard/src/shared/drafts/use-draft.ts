import { useUser } from '@referral-dashboard/react-auth';
import { useCallback, useState } from 'react';
import { loadDrafts, writeDraft } from './drafts.ts';

/** Id of the user who owns the drafts. */
export const useDraftOwner = () => String(useUser()?.['id'] ?? '');

/**
 * Keeps unsaved input of a form in session storage. The draft survives a reload, and an expired session if the same user signs in again.
 * Call `saveDraft(null)` when the form is saved or cancelled. Signing out deletes all drafts.
 *
 * Do not store account numbers, BIK, INN, card numbers or passwords in it.
 *
 * @param form Form name with the id of its object, e.g. `lead`, `lead:<id>`.
 */
export function useDraft<Draft extends object>(form: string) {
  const user = useDraftOwner();
  const [storedDraft] = useState(() => (loadDrafts(user)[form] ?? null) as Draft | null);
  const saveDraft = useCallback((draft: Draft | null) => writeDraft(user, form, draft), [user, form]);
  return { storedDraft, saveDraft };
}
