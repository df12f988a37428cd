import { useState } from 'react';
import { useDraft } from './use-draft.ts';

/** Text state that is saved as a draft under `name`. */
export function useTextDraft(name: string) {
  const { found, keep } = useDraft<{ text: string }>(name);
  const [text, setText] = useState(found?.text ?? '');
  const type = (typed: string) => {
    setText(typed);
    keep(typed === '' ? null : { text: typed });
  };
  return { text, type, forget: () => keep(null) };
}
