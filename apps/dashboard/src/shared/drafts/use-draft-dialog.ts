import { useState } from 'react';
import { useDraft } from './use-draft.ts';

/** State of a dialog whose form has a draft. The dialog is open on mount if a draft exists. Closing it deletes the draft. */
export function useDraftDialog(form: string) {
  const { storedDraft, saveDraft } = useDraft(form);
  const [isOpen, setOpen] = useState(storedDraft !== null);
  const close = () => {
    saveDraft(null);
    setOpen(false);
  };
  return { isOpen, open: () => setOpen(true), close };
}
