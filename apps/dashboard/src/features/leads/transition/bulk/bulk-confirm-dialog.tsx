import { useState } from 'react';
import { type ErrorText, explainError } from '@/shared/errors/explain-error.ts';
import type { BulkTarget } from '@/shared/list/selection/use-selection.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import type { Transition } from '../transitions.ts';
import { BulkEffect, useEffectPreview } from './bulk-effect.tsx';

type BulkConfirmDialogProps = {
  transition: Transition;
  target: BulkTarget;
  /** Example: «4 лида». */
  subject: string;
  onSend: () => Promise<void>;
  onClose: () => void;
};

/** Confirmation of a bulk transition with the rewards it accrues. */
export default function BulkConfirmDialog({
  transition,
  target,
  subject,
  onSend,
  onClose,
}: BulkConfirmDialogProps) {
  const { to, label } = transition;
  const preview = useEffectPreview(target, to);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const send = async () => {
    if (isBusy || preview.data === undefined) return;
    setBusy(true);
    setFailure(null);
    try {
      await onSend();
      onClose();
    } catch (error) {
      setFailure(explainError(error, 'Статусы не изменены').alert);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Confirm
      isOpen
      title={`${label} ${subject}?`}
      confirmLabel={label}
      isBusy={isBusy || preview.isPending}
      isReady={preview.data !== undefined}
      failure={failure}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <BulkEffect preview={preview} to={to} />
    </Confirm>
  );
}
