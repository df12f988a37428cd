import { ActionIcon, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ListView } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconCheck, IconPencil, IconTrash } from '@/shared/ui/icons.ts';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { useViews } from './use-views.ts';
import { ViewForm } from './view-form.tsx';
import classes from './views.module.css';

type ViewListProps = { list: ListModel<ListItem>; onDone: () => void };

/** Saved views of a list. A click applies the view. */
export default function ViewList({ list, onDone }: ViewListProps) {
  const savedViews = useViews(list);
  const [renamed, setRenamed] = useState<ListView | null>(null);
  const { views, error } = savedViews;
  if (views === undefined)
    return error ? (
      <PartProblem error={error} title="Виды не загрузились" onRetry={savedViews.retry} />
    ) : (
      <TextSkeleton lines={3} />
    );
  const apply = (view: ListView) => {
    savedViews.apply(view);
    onDone();
  };
  return (
    <Stack gap="sm">
      <Text fw={600}>Сохраненные виды</Text>
      {views.length === 0 ? (
        <Text c="dimmed">Запомните фильтры, порядок и столбцы под своим названием.</Text>
      ) : (
        <ul className={classes['views']}>
          {views.map((view) => (
            <li key={view.id}>
              <UnstyledButton
                className={classes['view']}
                aria-current={savedViews.isCurrent(view) || undefined}
                onClick={() => apply(view)}
              >
                <span className={classes['name']}>{view.name}</span>
                {savedViews.isCurrent(view) && <IconCheck size={16} stroke={1.75} aria-hidden />}
              </UnstyledButton>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={`Переименовать: ${view.name}`}
                onClick={() => setRenamed(view)}
              >
                <IconPencil size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={`Удалить: ${view.name}`}
                onClick={() => savedViews.remove(view)}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <ViewForm
        key={renamed?.id ?? ''}
        savedViews={savedViews}
        renamed={renamed}
        onDone={() => (renamed ? setRenamed(null) : onDone())}
      />
    </Stack>
  );
}
