import { type Program, programRoutes } from '@referral-dashboard/api-contract';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { Confirm } from '../../../shared/ui/dialog/confirm.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { MOVE_ROUTES, MOVES, type MoveName } from './transitions.ts';

type MoveDialogProps = {
  program: Program;
  move: MoveName;
  isOpen: boolean;
  onClose: () => void;
  /** Told once the program is gone. */
  onRemoved: () => void;
};

const STALE = [programRoutes.programs];

/** Asks about a move of a program, naming what it leads to, and makes it. */
export function MoveDialog({ program, move, isOpen, onClose, onRemoved }: MoveDialogProps) {
  const remove = useWrite(programRoutes.deleteProgram, STALE);
  const change = useWrite(move === 'remove' ? MOVE_ROUTES.pause : MOVE_ROUTES[move], STALE);
  const { verb, question, effect, done, isDangerous = false } = MOVES[move];
  const { id, version, name } = program;
  const call = move === 'remove' ? remove : change;

  const make = async () => {
    if (move === 'remove') await remove.mutateAsync({ params: { id } });
    else await change.mutateAsync({ params: { id }, body: { version } });
    void toast.success({ title: done, description: `«${name}»` });
    if (move === 'remove') onRemoved();
    else onClose();
  };
  return (
    <Confirm
      isOpen={isOpen}
      title={question}
      verb={verb}
      isDangerous={isDangerous}
      isBusy={call.isPending}
      failure={call.isError ? errorSentence(call.error, 'Не получилось') : null}
      // A refusal stays in the dialog.
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
