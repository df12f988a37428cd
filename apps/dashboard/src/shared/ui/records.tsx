import { Group, Text } from '@mantine/core';
import type { Page } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import type { Dates } from '../format/date.ts';
import { DottedText } from '../format/dotted-text/dotted-text.tsx';
import { useDates } from '../format/use-dates.ts';
import { PartProblem } from './feedback/part-problem.tsx';
import { TextSkeleton } from './feedback/text-skeleton.tsx';
import { PageButtons } from './page-buttons.tsx';
import classes from './records.module.css';

export type RecordColumn<Item> = {
  label: string;
  cell: (item: Item, dates: Dates) => ReactNode;
  isNumeric?: boolean;
  /** Shown below the first cell when the table is narrow. */
  isCollapsible?: boolean;
  /** Set together with `isCollapsible` when another column has the same data: hidden when the table is narrow. */
  isRepeated?: boolean;
  /** Half of the table width; on a phone, a separate line. */
  isWide?: boolean;
  /** Button column; on a phone, at the end of the second line. */
  isAction?: boolean;
};

type RecordsProps<Item> = {
  /** Table name for screen readers. */
  label: string;
  columns: readonly RecordColumn<Item>[];
  read: {
    data: Page<Item> | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Required for a list of several pages. */
  onPageChange?: (cursor: string) => void;
  /** Text of an empty table. */
  emptyText: string;
};

/** Wraps a short list as its only page. */
export const toPage = <Item,>(results: Item[] | undefined) =>
  results && { results, next: null, previous: null };

const stay = () => undefined;

/** Table without filters, paginated if needed, for records on the page of an object. */
export function Records<Item extends { id: string }>({
  label,
  columns,
  read,
  onPageChange = stay,
  emptyText,
}: RecordsProps<Item>) {
  const dates = useDates();
  const { data, error, isPlaceholderData, refetch } = read;
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Не удалось загрузить список" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={6} label="Список загружается" />
    );
  const { results, next, previous } = data;
  if (results.length === 0) return <Text c="dimmed">{emptyText}</Text>;
  return (
    <div className={classes['records']} data-old={isPlaceholderData || undefined}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" {...dataAttributes(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((item) => (
            <tr key={item.id}>
              {columns.map((column, index) => (
                <td key={column.label} {...dataAttributes(column)}>
                  {column.cell(item, dates)}
                  {index === 0 && <CollapsedCells columns={columns} item={item} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(next ?? previous) !== null && (
        <Group justify="flex-end" gap="xs" mt="md">
          <PageButtons previous={previous} next={next} onPageChange={onPageChange} />
        </Group>
      )}
    </div>
  );
}

type CollapsedCellsProps<Item> = { columns: readonly RecordColumn<Item>[]; item: Item };

/** Hidden columns of a narrow table, as text below the first cell. */
const CollapsedCells = <Item,>({ columns, item }: CollapsedCellsProps<Item>) => {
  const dates = useDates();
  const cells = columns
    .filter(({ isCollapsible, isRepeated }) => isCollapsible && !isRepeated)
    .map(({ cell }) => cell(item, dates));
  const texts = cells.filter((one) => typeof one === 'string' && one !== '');
  return (
    texts.length > 0 && (
      <span className={classes['rest']}>
        <DottedText>{texts.join(' · ')}</DottedText>
      </span>
    )
  );
};

const dataAttributes = <Item,>({ isNumeric, isCollapsible, isWide, isAction }: RecordColumn<Item>) => ({
  'data-action': isAction || undefined,
  'data-figure': isNumeric || undefined,
  'data-spare': isCollapsible || undefined,
  'data-wide': isWide || undefined,
});
