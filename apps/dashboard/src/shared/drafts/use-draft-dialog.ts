import { useState } from 'react';
import { useDraft } from './use-draft.ts';

/** A dialog whose form keeps a draft of that name: open at once where one was left. Closing it forgets the draft. */
export function useDraftDialog(form: string) {
  const { found, keep } = useDraft(form);
  const [isOpen, setOpen] = useState(found !== null);
  const close = () => {
    keep(null);
    setOpen(false);
  };
  return { isOpen, open: () => setOpen(true), close };
}
