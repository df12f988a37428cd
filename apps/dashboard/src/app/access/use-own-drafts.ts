import { useEffect } from 'react';
import { draftsOf } from '../../shared/drafts/drafts.ts';
import { useDraftsOwner } from '../../shared/drafts/use-draft.ts';

/** Whoever is signed in finds nothing that somebody else has typed in this tab. */
export function useOwnDrafts(): void {
  const user = useDraftsOwner();
  useEffect(() => void draftsOf(user), [user]);
}
