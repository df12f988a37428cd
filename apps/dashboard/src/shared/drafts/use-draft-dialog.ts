import { useState } from 'react';
import { useDraft } from './use-draft.ts';

/** State of a dialog whose form has a draft. The dialog is open on mount if a draft exists. Closing it deletes the draft. */
export function useDraftDialog(form: string) {
  const { found, keep } = useDraft(form);
  const [isOpen, setOpen] = useState(found !== null);
  const close = () => {
    keep(null);
    setOpen(false);
  };
  return { isOpen, open: () => setOpen(true), close };
}
