import { useUser } from '@referral-dashboard/react-auth';
import { useCallback, useState } from 'react';
import { type ProgramDraft, readDraft, removeDraft, writeDraft } from './program-draft.ts';

/**
 * What a person has typed of a program, kept for this tab: over a reload, and over a session that is refused until
 * the same person signs in again.
 */
export function useProgramDraft(program: string) {
  const user = String(useUser()?.['id'] ?? '');
  const [found] = useState(() => readDraft(user, program));
  const write = useCallback((draft: ProgramDraft) => writeDraft(user, program, draft), [user, program]);
  const remove = useCallback(() => removeDraft(user, program), [user, program]);
  return { found, write, remove };
}
