import { useEffect } from 'react';
import { draftsOf } from '../../shared/drafts/drafts.ts';
import { useDraftsOwner } from '../../shared/drafts/use-draft.ts';

/** Deletes the form drafts of the previous user of this tab. */
export function useOwnDrafts(): void {
  const user = useDraftsOwner();
  useEffect(() => void draftsOf(user), [user]);
}
