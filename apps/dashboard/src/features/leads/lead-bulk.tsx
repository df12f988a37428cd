import { Button, Menu, Text } from '@mantine/core';
import type { LeadBulkResult } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { errorSentence } from '../../shared/errors/sentence.ts';
import { countOf } from '../../shared/format/count.ts';
import { type BulkProps, SelectionBar } from '../../shared/list/selection-bar.tsx';
import { MoreMenu } from '../../shared/ui/more-menu.tsx';
import { toast } from '../../shared/ui/toast/toast.ts';
import { type Move, moveTo } from './moves.ts';
import { useBulkMove } from './use-bulk-move.ts';
import type { Given } from './use-lead-move.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));
const BulkResult = lazy(() => import('./bulk-result.tsx'));

const LEADS = ['лид', 'лида', 'лидов'] as const;
const MOST = 1000;
const take = moveTo('in_progress', null);
const reject = moveTo('rejected', null);
const others = [moveTo('qualified', null), moveTo('lost', null), moveTo('duplicate', null)];

type Outcome = LeadBulkResult | { problem: string };

/** What can be done with many leads at once, and what became of each. */
export function LeadBulk({ selection, total }: BulkProps) {
  const { move, done } = useBulkMove();
  const [asked, setAsked] = useState<Move | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function run({ to }: Move, given: Given = {}) {
    const { target } = selection;
    try {
      const result = await move(target, to, given);
      selection.clear();
      if (result.refused.length > 0) return setOutcome(result);
      void toast.success({ title: 'Статус изменен', description: countOf(result.moved, LEADS) });
    } catch (error) {
      // What was seen is no longer what is there: it has to be chosen anew.
      selection.clear();
      const { title, advice } = errorSentence(error, 'Статусы не изменены');
      setOutcome({ problem: [title, advice].filter(Boolean).join('. ') });
    }
  }
  const start = (one: Move) => (one.asks ? setAsked(one) : void run(one));

  return (
    <>
      <SelectionBar selection={selection} total={total}>
        {done !== null ? (
          <Text role="status">{`Обработано ${done} из ${selection.count}`}</Text>
        ) : selection.count > MOST ? (
          <Text>За один раз меняется не больше 1000 лидов</Text>
        ) : (
          <BulkButtons onStart={start} />
        )}
      </SelectionBar>
      <Suspense fallback={null}>
        {asked && (
          <MoveDialog
            move={asked}
            from={null}
            subject={countOf(selection.count, LEADS)}
            onMove={(given) => run(asked, given)}
            onClose={() => setAsked(null)}
          />
        )}
        {outcome && <BulkResult outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  );
}

const BulkButtons = ({ onStart }: { onStart: (move: Move) => void }) => (
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
