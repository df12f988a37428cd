import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { TRANSITION_ROUTES, TRANSITIONS, type TransitionName } from './transitions.ts';

type TransitionDialogProps = {
  program: Program;
  transition: TransitionName;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the program is deleted. */
  onRemoved: () => void;
};

const STALE_ROUTES = [programRoutes.programs];

/** Confirmation of a program transition with its effect. */
export function TransitionDialog({ program, transition, isOpen, onClose, onRemoved }: TransitionDialogProps) {
  const removal = useApiMutation(programRoutes.deleteProgram, STALE_ROUTES);
  const transitionMutation = useApiMutation(
    transition === 'remove' ? TRANSITION_ROUTES.pause : TRANSITION_ROUTES[transition],
    STALE_ROUTES,
  );
  const { verb, question, effect, done: successTitle, isDangerous = false } = TRANSITIONS[transition];
  const { id, version, name } = program;
  const mutation = transition === 'remove' ? removal : transitionMutation;

  const handleConfirm = async () => {
    if (transition === 'remove') await removal.mutateAsync({ params: { id } });
    else await transitionMutation.mutateAsync({ params: { id }, body: { version } });
    void toast.success({ title: successTitle, description: `«${name}»` });
    if (transition === 'remove') onRemoved();
    else onClose();
  };
  return (
    <Confirm
      isOpen={isOpen}
      title={question}
      confirmLabel={verb}
      isDangerous={isDangerous}
      isBusy={mutation.isPending}
      failure={mutation.isError ? explainError(mutation.error, 'Не получилось').alert : null}
      // The dialog stays open and shows the error.
      onConfirm={() => void handleConfirm().catch(() => {})}
      onClose={() => {
        mutation.reset();
        onClose();
      }}
    >
      {effect(program)}
    </Confirm>
  );
}
