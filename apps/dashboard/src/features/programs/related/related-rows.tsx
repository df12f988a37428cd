import { Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Page } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { PageButtons } from '@/shared/ui/page-buttons.tsx';
import classes from './related.module.css';

type RelatedRowsProps<Item> = {
  label: string;
  query: {
    data: Page<Item> | undefined;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Requests the page for a cursor. */
  onPageChange: (cursor: string) => void;
  /** Text of the empty state. */
  emptyText: string;
  /** First row, for controls of the whole page. */
  head?: ReactNode;
  children: (item: Item) => ReactNode;
};

/** Paginated list of program records. */
export function RelatedRows<Item extends { id: string }>({
  label,
  query,
  onPageChange,
  emptyText,
  head,
  children,
}: RelatedRowsProps<Item>) {
  if (query.data === undefined)
    return query.isError ? (
      <LoadProblem read={query} title="Не удалось загрузить список" />
    ) : (
      <RowsSkeleton />
    );
  const { results, next, previous } = query.data;
  if (results.length === 0) return <Text c="dimmed">{emptyText}</Text>;
  return (
    <Stack gap="sm">
      <ul className={classes['rows']} aria-label={label}>
        {head && <li className={`${classes['row']} ${classes['head']}`}>{head}</li>}
        {results.map((item) => (
          <li key={item.id} className={classes['row']}>
            {children(item)}
          </li>
        ))}
      </ul>
      {(next !== null || previous !== null) && (
        <Group gap="xs" justify="flex-end">
          <PageButtons previous={previous} next={next} onPageChange={onPageChange} />
        </Group>
      )}
    </Stack>
  );
}

const RowsSkeleton = () => (
  <div className={classes['rows']}>
    <VisuallyHidden role="status">Список загружается</VisuallyHidden>
    {[56, 44, 64, 48].map((width) => (
      <div key={width} className={classes['row']}>
        <Skeleton height={12} width={`${width}%`} />
      </div>
    ))}
  </div>
);
