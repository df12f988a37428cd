import { useState } from 'react';
import { useDraft } from './use-draft.ts';

/** Text state that is saved as a draft under `name`. */
export function useTextDraft(name: string) {
  const { storedDraft, saveDraft } = useDraft<{ text: string }>(name);
  const [text, setText] = useState(storedDraft?.text ?? '');
  const setDraftText = (next: string) => {
    setText(next);
    saveDraft(next === '' ? null : { text: next });
  };
  return { text, setDraftText, discardDraft: () => saveDraft(null) };
}
