import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { API_KEY_DRAFT } from './draft.ts';

const CreateKeyDialog = lazy(() => import('./dialogs/create-key-dialog.tsx'));

/** Button that opens the form for a new API key. */
export function CreateKeyButton() {
  const dialog = useDraftDialog(API_KEY_DRAFT);
  return (
    <>
      <Button onClick={dialog.open}>Создать ключ</Button>
      <Suspense fallback={null}>{dialog.isOpen && <CreateKeyDialog onClose={dialog.close} />}</Suspense>
    </>
  );
}
