import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';
import { describeError } from '../../../shared/errors/describe-error.ts';
import { Confirm } from '../../../shared/ui/dialog/confirm.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { TRANSITION_ROUTES, TRANSITIONS, type TransitionName } from './transitions.ts';

type TransitionDialogProps = {
  program: Program;
  transition: TransitionName;
  isOpen: boolean;
  onClose: () => void;
  /** Called after the program is deleted. */
  onRemoved: () => void;
};

const STALE = [programRoutes.programs];

/** Confirmation of a program transition with its effect. */
export function TransitionDialog({ program, transition, isOpen, onClose, onRemoved }: TransitionDialogProps) {
  const remove = useApiMutation(programRoutes.deleteProgram, STALE);
  const change = useApiMutation(
    transition === 'remove' ? TRANSITION_ROUTES.pause : TRANSITION_ROUTES[transition],
    STALE,
  );
  const { verb, question, effect, done, isDangerous = false } = TRANSITIONS[transition];
  const { id, version, name } = program;
  const call = transition === 'remove' ? remove : change;

  const make = async () => {
    if (transition === 'remove') await remove.mutateAsync({ params: { id } });
    else await change.mutateAsync({ params: { id }, body: { version } });
    void toast.success({ title: done, description: `«${name}»` });
    if (transition === 'remove') onRemoved();
    else onClose();
  };
  return (
    <Confirm
      isOpen={isOpen}
      title={question}
      confirmLabel={verb}
      isDangerous={isDangerous}
      isBusy={call.isPending}
      failure={call.isError ? describeError(call.error, 'Не получилось') : null}
      // The dialog stays open and shows the error.
      onConfirm={() => void make().catch(() => {})}
      onClose={() => {
        call.reset();
        onClose();
      }}
    >
      {effect(program)}
    </Confirm>
  );
}
