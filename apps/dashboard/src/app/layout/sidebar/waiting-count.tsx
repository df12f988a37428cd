import { VisuallyHidden } from '@mantine/core';
import { homeRoutes, type OrganizationTask } from '@referral-dashboard/api-contract';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { formatCount, formatNumber, type Noun } from '../../../shared/format/count.ts';
import { Queries } from '../../queries.tsx';
import type { Waiting } from './navigation.ts';

type WaitingCountProps = { of: Waiting; isRail: boolean };

const WORDS: Record<Waiting, Noun> = {
  new_leads: ['новый', 'новых', 'новых'],
  ready_to_pay: ['партнер готов к выплате', 'партнера готовы к выплате', 'партнеров готовы к выплате'],
};
/** Largest count that fits next to the icon of the narrow sidebar. */
const RAIL_MOST = 999;

const waitingOf = (task: OrganizationTask) => task.count;

function Count({ of, isRail }: WaitingCountProps) {
  const { data } = useApiQuery(homeRoutes.homeTasks, {});
  // The response type depends on the role; for an organization it is a list of organization tasks.
  const tasks = data?.results as OrganizationTask[] | undefined;
  const task = tasks?.find(({ kind }) => kind === of);
  const count = task === undefined ? 0 : waitingOf(task);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden>{isRail && count > RAIL_MOST ? `${RAIL_MOST}+` : formatNumber(count)}</span>
      <VisuallyHidden>{formatCount(count, WORDS[of])}</VisuallyHidden>
    </>
  );
}

/** Number of tasks in a section, with a text alternative for screen readers. Renders nothing while loading. */
export default function WaitingCount(props: WaitingCountProps) {
  return (
    <Queries>
      <Count {...props} />
    </Queries>
  );
}
