import type { BulkTarget } from '@/shared/list/selection/use-selection.ts';
import TransitionDialog from '../transition-dialog.tsx';
import type { Transition } from '../transitions.ts';
import type { TransitionDetails } from '../use-lead-transition.ts';
import { BulkEffect, useEffectPreview } from './bulk-effect.tsx';

type BulkDialogProps = {
  transition: Transition;
  target: BulkTarget;
  /** Example: «12 лидов». */
  subject: string;
  onSend: (details: TransitionDetails) => Promise<void>;
  onClose: () => void;
};

/** Dialog for the details of a bulk transition. It shows the effect on rewards. */
export default function BulkDialog({ target, ...dialog }: BulkDialogProps) {
  const { to } = dialog.transition;
  const preview = useEffectPreview(target, to);
  return (
    <TransitionDialog {...dialog} from={null}>
      <BulkEffect preview={preview} to={to} />
    </TransitionDialog>
  );
}
