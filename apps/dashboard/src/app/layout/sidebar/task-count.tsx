import { VisuallyHidden } from '@mantine/core';
import { homeRoutes, type OrganizationTask } from '@referral-dashboard/api-contract';
import { SessionQueryProvider } from '@/app/queries.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount, formatNumber, type Noun } from '@/shared/format/count.ts';
import type { TaskCounter } from './navigation.ts';

type TaskCountProps = { counter: TaskCounter; isRail: boolean };

const NOUNS: Record<TaskCounter, Noun> = {
  new_leads: ['новый', 'новых', 'новых'],
  ready_to_pay: ['партнер готов к выплате', 'партнера готовы к выплате', 'партнеров готовы к выплате'],
};
/** Largest count that fits next to the icon of the narrow sidebar. */
const RAIL_MAX = 999;

const countIn = (task: OrganizationTask) => task.count;

function Count({ counter, isRail }: TaskCountProps) {
  const { data } = useApiQuery(homeRoutes.homeTasks, {});
  // The response type depends on the role; for an organization it is a list of organization tasks.
  const tasks = data?.results as OrganizationTask[] | undefined;
  const task = tasks?.find(({ kind }) => kind === counter);
  const count = task === undefined ? 0 : countIn(task);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden>{isRail && count > RAIL_MAX ? `${RAIL_MAX}+` : formatNumber(count)}</span>
      <VisuallyHidden>{formatCount(count, NOUNS[counter])}</VisuallyHidden>
    </>
  );
}

/** Number of tasks in a section, with a text alternative for screen readers. Renders nothing while loading. */
export default function TaskCount(props: TaskCountProps) {
  return (
    <SessionQueryProvider>
      <Count {...props} />
    </SessionQueryProvider>
  );
}
