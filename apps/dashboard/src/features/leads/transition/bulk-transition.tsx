import { Button, Menu, Text } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { statusLabels } from '../../../entities/status/labels.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { countOf, formatNumber } from '../../../shared/format/count.ts';
import { type BulkProps, SelectionBar } from '../../../shared/list/selection/selection-bar.tsx';
import type { Target } from '../../../shared/list/selection/use-selection.ts';
import { MoreMenu } from '../../../shared/ui/dropdown/more-menu.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { type Transition, transitionTo, wayBack } from './transitions.ts';
import { type Outcome, useBulkTransition } from './use-bulk-transition.ts';
import { type TransitionDetails, UNDONE } from './use-lead-transition.ts';

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));
const ConfirmBulk = lazy(() => import('./confirm-bulk.tsx'));
const BulkResult = lazy(() => import('./bulk-result.tsx'));

const LEADS = ['лид', 'лида', 'лидов'] as const;
const MOST = 1000;
const take = transitionTo('in_progress', null);
const reject = transitionTo('rejected', null);
/** A qualified lead can earn a reward, so this transition requires confirmation. */
const movesMoney = ({ to }: Transition) => to === 'qualified';
const others = [transitionTo('qualified', null), transitionTo('lost', null), transitionTo('duplicate', null)];

/** Bulk transitions of leads: confirmation, progress and result. */
export function BulkTransition({ selection, total }: BulkProps) {
  const { begin, undo, progress, stop } = useBulkTransition();
  const [asked, setAsked] = useState<{ transition: Transition; target: Target } | null>(null);
  const [outcome, setOutcome] = useState<(Outcome & { to: LeadStatus }) | null>(null);

  const takeBack = async (changed: Outcome['changed'], to: LeadStatus) => {
    try {
      const undone = await undo(changed, to);
      void toast.success({ title: UNDONE, description: countOf(undone, LEADS) });
    } catch (error) {
      const { title, advice } = errorSentence(error, 'Перемещение не отменено');
      void toast.error({ title, description: advice || 'Обновите список лидов' });
    }
  };
  const undoOf = ({ changed }: Outcome, to: LeadStatus) => {
    const undoable = changed.filter(({ from }) => wayBack(from, to) !== null);
    return undoable.length > 0 ? () => void takeBack(undoable, to) : undefined;
  };
  const end = (result: Outcome, to: LeadStatus) => {
    // The statuses have changed, so the selection is no longer valid.
    selection.clear();
    if (result.moved < result.total) return setOutcome({ ...result, to });
    const onUndo = undoOf(result, to);
    void toast.success({
      title: 'Статус изменен',
      description: `${countOf(result.moved, LEADS)} теперь «${statusLabels.lead[to]}»`,
      ...(onUndo && { onUndo }),
    });
  };
  /** Resolves after the first batch. The selection bar shows the progress of the next batches. */
  const run = async (target: Target, { to }: Transition, details: TransitionDetails = {}) => {
    const goOn = await begin(target, to, details);
    void goOn().then((result) => end(result, to));
  };
  const start = (transition: Transition) => {
    const { target } = selection;
    if (transition.asks || movesMoney(transition)) return setAsked({ transition, target });
    const nothing = { moved: 0, changed: [], refused: [], total: selection.count, isStopped: false };
    run(target, transition).catch((error: unknown) =>
      end({ ...nothing, problem: errorSentence(error, 'Статусы не изменены') }, transition.to),
    );
  };
  const subject = countOf(selection.count, LEADS);
  const onClose = () => setAsked(null);

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
        ) : selection.count > MOST ? (
          <Text>За один раз меняется не больше 1000 лидов</Text>
        ) : (
          <BulkButtons onStart={start} />
        )}
      </SelectionBar>
      <Suspense fallback={null}>
        {asked?.transition.asks && (
          <BulkDialog
            {...asked}
            subject={subject}
            onSend={(details) => run(asked.target, asked.transition, details)}
            onClose={onClose}
          />
        )}
        {asked && !asked.transition.asks && (
          <ConfirmBulk
            {...asked}
            subject={subject}
            onSend={() => run(asked.target, asked.transition)}
            onClose={onClose}
          />
        )}
        {outcome && (
          <BulkResult
            outcome={outcome}
            onUndo={undoOf(outcome, outcome.to)}
            onClose={() => setOutcome(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const BulkButtons = ({ onStart }: { onStart: (transition: Transition) => void }) => (
  <>
    <Button onClick={() => onStart(take)}>{take.label}</Button>
    <Button variant="default" onClick={() => onStart(reject)}>
      {reject.label}
    </Button>
    <MoreMenu label="Другие действия с выбранными" position="top-end">
      {others.map((one) => (
        <Menu.Item key={one.to} onClick={() => onStart(one)} {...(one.isRefusal && { color: 'red' })}>
          {one.label}
        </Menu.Item>
      ))}
    </MoreMenu>
  </>
);
