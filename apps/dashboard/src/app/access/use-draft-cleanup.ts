import { useEffect } from 'react';
import { loadDrafts } from '@/shared/drafts/drafts.ts';
import { useDraftOwner } from '@/shared/drafts/use-draft.ts';

/** Deletes the form drafts of the previous user of this tab. */
export function useDraftCleanup(): void {
  const user = useDraftOwner();
  useEffect(() => void loadDrafts(user), [user]);
}
