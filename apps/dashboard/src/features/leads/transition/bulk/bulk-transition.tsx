import { Button, Menu, Text } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
import { type BulkProps, SelectionBar } from '@/shared/list/selection/selection-bar.tsx';
import type { BulkTarget } from '@/shared/list/selection/use-selection.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { createTransition, MOVED_LEAD_FORMS, type Transition } from '../transitions.ts';
import type { TransitionDetails } from '../use-lead-transition.ts';
import { UNDO_TITLE, type UndoOutcome, useUndo } from '../use-undo.ts';
import { type Outcome, useBulkTransition } from './use-bulk-transition.ts';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));
const BulkConfirmDialog = lazy(() => import('./bulk-confirm-dialog.tsx'));
const BulkResult = lazy(() => import('./bulk-result.tsx'));
const UndoResult = lazy(() => import('../undo-result.tsx'));

const LEAD_FORMS = ['лид', 'лида', 'лидов'] as const;
const RETURNED_LEAD_FORMS = [
  'лид вернулся в прежний статус',
  'лида вернулись в прежний статус',
  'лидов вернулись в прежний статус',
] as const;
const MAX_LEADS = 1000;
const takeTransition = createTransition('in_progress', null);
const rejectTransition = createTransition('rejected', null);
/** A qualified lead can earn a reward, so this transition requires confirmation. */
const affectsRewards = ({ to }: Transition) => to === 'qualified';
const menuTransitions = [
  createTransition('qualified', null),
  createTransition('lost', null),
  createTransition('duplicate', null),
];

/** Bulk transitions of leads: confirmation, progress and result. */
export function BulkTransition({ selection, total }: BulkProps) {
  const { begin, progress, stop } = useBulkTransition();
  const undo = useUndo();
  const [pending, setPending] = useState<{ transition: Transition; target: BulkTarget } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [undoOutcome, setUndoOutcome] = useState<(UndoOutcome & { total: number }) | null>(null);

  const undoChanges = async (changed: Outcome['changed']) => {
    setOutcome(null);
    const result = await undo(changed);
    const total = changed.length;
    if (result.undone.length < total) return setUndoOutcome({ ...result, total });
    void toast.success({ title: UNDO_TITLE, description: formatCount(total, RETURNED_LEAD_FORMS) });
  };
  const getUndo = ({ changed }: Outcome) =>
    changed.length > 0 ? () => void undoChanges(changed) : undefined;
  const finish = (finalOutcome: Outcome, to: LeadStatus) => {
    // The statuses have changed, so the selection is no longer valid.
    selection.clear();
    if (finalOutcome.moved < finalOutcome.total) return setOutcome(finalOutcome);
    const onUndo = getUndo(finalOutcome);
    void toast.success({
      title: 'Статус изменен',
      description: formatCount(finalOutcome.moved, MOVED_LEAD_FORMS[to]),
      ...(onUndo && { onUndo }),
    });
  };
  /** Resolves after the first batch. The selection bar shows the progress of the next batches. */
  const run = async (target: BulkTarget, { to }: Transition, details: TransitionDetails = {}) => {
    const runRemaining = await begin(target, to, details);
    void runRemaining().then((finalOutcome) => finish(finalOutcome, to));
  };
  const start = (transition: Transition) => {
    const { target } = selection;
    if (transition.needsDetails || affectsRewards(transition)) return setPending({ transition, target });
    const emptyOutcome = { moved: 0, changed: [], refused: [], total: selection.count, isStopped: false };
    run(target, transition).catch((error: unknown) =>
      finish({ ...emptyOutcome, problem: explainError(error, 'Статусы не изменены').alert }, transition.to),
    );
  };
  const subject = formatCount(selection.count, LEAD_FORMS);
  const onClose = () => setPending(null);

  return (
    <>
      <SelectionBar selection={selection} total={total} isBusy={progress !== null}>
        {progress ? (
          <>
            <Text role="status">
              {`Обработано ${formatNumber(progress.done)} из ${formatNumber(progress.total)}`}
            </Text>
            <Button variant="default" onClick={stop} disabled={progress.isStopping}>
              {progress.isStopping ? 'Останавливаем' : 'Остановить'}
            </Button>
          </>
        ) : selection.count > MAX_LEADS ? (
          <Text>За один раз меняется не больше 1000 лидов</Text>
        ) : (
          <BulkButtons onStart={start} />
        )}
      </SelectionBar>
      <Suspense fallback={null}>
        {pending?.transition.needsDetails && (
          <BulkDialog
            {...pending}
            subject={subject}
            onSend={(details) => run(pending.target, pending.transition, details)}
            onClose={onClose}
          />
        )}
        {pending && !pending.transition.needsDetails && (
          <BulkConfirmDialog
            {...pending}
            subject={subject}
            onSend={() => run(pending.target, pending.transition)}
            onClose={onClose}
          />
        )}
        {outcome && (
          <BulkResult outcome={outcome} onUndo={getUndo(outcome)} onClose={() => setOutcome(null)} />
        )}
        {undoOutcome && <UndoResult outcome={undoOutcome} onClose={() => setUndoOutcome(null)} />}
      </Suspense>
    </>
  );
}

const BulkButtons = ({ onStart }: { onStart: (transition: Transition) => void }) => (
  <>
    <Button onClick={() => onStart(takeTransition)}>{takeTransition.label}</Button>
    <Button variant="default" onClick={() => onStart(rejectTransition)}>
      {rejectTransition.label}
    </Button>
    <MoreMenu label="Другие действия с выбранными" position="top-end">
      {menuTransitions.map((transition) => (
        <Menu.Item
          key={transition.to}
          onClick={() => onStart(transition)}
          {...(transition.isRefusal && { color: 'red' })}
        >
          {transition.label}
        </Menu.Item>
      ))}
    </MoreMenu>
  </>
);
