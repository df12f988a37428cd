import type { ImportView } from '@referral-dashboard/api-contract';
import { formatCount } from '@/shared/format/count.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { ROWS } from './import.ts';

type Labels = { created: string; changed: string; skipped: string; refused: string };

const BEFORE: Labels = {
  created: 'Добавим',
  changed: 'Изменим',
  skipped: 'Пропустим',
  refused: 'Не загрузим: ошибки',
};
const AFTER: Labels = {
  created: 'Добавлено',
  changed: 'Изменено',
  skipped: 'Пропущено',
  refused: 'Не загружено: ошибки',
};

/** Numbers of rows by result, of a check or of a run. */
export function RowCounts({ counts, isDone }: { counts: ImportView['counts']; isDone: boolean }) {
  const labels = isDone ? AFTER : BEFORE;
  return (
    <Facts labelWidth={180}>
      {(Object.keys(labels) as (keyof Labels)[]).map((state) => (
        <Fact key={state} label={labels[state]}>
          {counts[state] > 0 && formatCount(counts[state], ROWS)}
        </Fact>
      ))}
      <Fact label="Отменено">{isDone && counts.undone > 0 && formatCount(counts.undone, ROWS)}</Fact>
      <Fact label="Еще не загружено">
        {isDone && counts.waiting > 0 && formatCount(counts.waiting, ROWS)}
      </Fact>
    </Facts>
  );
}
