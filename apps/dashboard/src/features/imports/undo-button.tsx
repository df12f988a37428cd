import { Button, List, Text } from '@mantine/core';
import {
  type ImportKind,
  type Imports,
  type ImportUndo,
  importRoutes,
} from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { explainError } from '@/shared/errors/explain-error.ts';
import { formatCount } from '@/shared/format/count.ts';
import { Confirm } from '@/shared/ui/dialog/confirm.tsx';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { ROWS, STALE_AFTER_RUN } from './import.ts';

type Summary = Pick<Imports['results'][number], 'id' | 'kind' | 'name' | 'state' | 'counts'>;

/** What an undo does with the objects of each kind. */
const EFFECTS: Readonly<Record<ImportKind, string>> = {
  partners: 'Карточки партнеров уйдут в архив.',
  leads: 'Лиды станут отклоненными, а сделки несостоявшимися: их продажи и вознаграждения отменятся.',
  clients: 'Клиенты и их закрепления удалятся.',
  sales: 'Продажи и вознаграждения за них отменятся.',
  balances: 'Начисления отменятся, и балансы партнеров уменьшатся.',
};

const ENDED: readonly Summary['state'][] = ['done', 'canceled', 'failed'];

/** Button that removes or cancels what an import has created. */
export function UndoButton({ view, isCompact = false }: { view: Summary; isCompact?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (!ENDED.includes(view.state) || view.counts.created === 0) return null;
  return (
    <>
      <Button
        variant={isCompact ? 'subtle' : 'default'}
        size={isCompact ? 'compact-sm' : 'sm'}
        aria-label={isCompact ? `Отменить загрузку файла ${view.name}` : undefined}
        onClick={() => setOpen(true)}
      >
        Отменить загрузку
      </Button>
      {isOpen && <UndoDialog view={view} onClose={() => setOpen(false)} />}
    </>
  );
}

function UndoDialog({ view: { id, kind, name }, onClose }: { view: Summary; onClose: () => void }) {
  const read = useApiQuery(importRoutes.importUndo, { params: { id } });
  const { mutate, isPending, error } = useApiMutation(importRoutes.undoImport, STALE_AFTER_RUN);
  return (
    <Confirm
      isOpen
      isBusy={isPending}
      isDangerous
      isReady={read.data !== undefined && read.data.undone > 0}
      title="Отменить загрузку?"
      confirmLabel="Отменить загрузку"
      failure={error && explainError(error, 'Загрузка не отменена').alert}
      onConfirm={() => mutate({ params: { id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text fw={600}>{name}</Text>
      {read.data !== undefined && <Effect kind={kind} undo={read.data} />}
      {read.data === undefined && !read.error && <TextSkeleton lines={2} label="Строки считаются" />}
      {read.error && <LoadProblem read={read} title="Строки не посчитаны" />}
    </Confirm>
  );
}

function Effect({ kind, undo: { undone, kept, causes } }: { kind: ImportKind; undo: ImportUndo }) {
  return (
    <>
      <Text>
        Будет отменено: {formatCount(undone, ROWS)}, останется: {formatCount(kept, ROWS)}.
      </Text>
      {undone > 0 && <Text>{EFFECTS[kind]}</Text>}
      {causes.length > 0 && (
        <List>
          {causes.map(({ detail, rows }) => (
            <List.Item key={detail}>
              {detail} Останется: {formatCount(rows, ROWS)}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
