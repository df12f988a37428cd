import { Button, Menu, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { errorSentence } from '../../../shared/errors/sentence.ts';
import { countOf, formatNumber } from '../../../shared/format/count.ts';
import { type BulkProps, SelectionBar } from '../../../shared/list/selection/selection-bar.tsx';
import { MoreMenu } from '../../../shared/ui/dropdown/more-menu.tsx';
import { toast } from '../../../shared/ui/toast/toast.ts';
import { type Transition, transitionTo } from './transitions.ts';
import { type Outcome, useBulkTransition } from './use-bulk-transition.ts';
import type { TransitionDetails } from './use-lead-transition.ts';

const TransitionDialog = lazy(() => import('./transition-dialog.tsx'));
const BulkResult = lazy(() => import('./bulk-result.tsx'));

const LEADS = ['лид', 'лида', 'лидов'] as const;
const MOST = 1000;
const take = transitionTo('in_progress', null);
const reject = transitionTo('rejected', null);
const others = [transitionTo('qualified', null), transitionTo('lost', null), transitionTo('duplicate', null)];

/** Transitions of many leads at once, their progress and their outcome. */
export function BulkTransition({ selection, total }: BulkProps) {
  const { begin, progress, stop } = useBulkTransition();
  const [asked, setAsked] = useState<Transition | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const end = (result: Outcome) => {
    // What was seen is no longer what is there: it has to be chosen anew.
    selection.clear();
    if (result.moved < result.total) return setOutcome(result);
    void toast.success({ title: 'Статус изменен', description: countOf(result.moved, LEADS) });
  };
  /** Resolves when the first part is moved; the bar tells the progress of the rest. */
  const run = async ({ to }: Transition, details: TransitionDetails = {}) => {
    const goOn = await begin(selection.target, to, details);
    void goOn().then(end);
  };
  const start = (one: Transition) => {
    if (one.asks) return setAsked(one);
    const nothing = { moved: 0, refused: [], total: selection.count, isStopped: false };
    run(one).catch((error: unknown) =>
      end({ ...nothing, problem: errorSentence(error, 'Статусы не изменены') }),
    );
  };

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
        {asked && (
          <TransitionDialog
            transition={asked}
            from={null}
            subject={countOf(selection.count, LEADS)}
            onSend={(details) => run(asked, details)}
            onClose={() => setAsked(null)}
          />
        )}
        {outcome && <BulkResult outcome={outcome} onClose={() => setOutcome(null)} />}
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
