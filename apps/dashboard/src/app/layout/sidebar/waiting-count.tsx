import { VisuallyHidden } from '@mantine/core';
import { homeRoutes, type OrganizationTask } from '@referral-dashboard/api-contract';
import { useRead } from '../../../shared/api/use-read.ts';
import { countOf, formatNumber, type Noun } from '../../../shared/format/count.ts';
import { Queries } from '../../queries.tsx';
import type { Waiting } from './navigation.ts';

type WaitingCountProps = { of: Waiting; isRail: boolean };

const WORDS: Record<Waiting, Noun> = {
  new_leads: ['новый', 'новых', 'новых'],
  ready_to_pay: ['партнер готов к выплате', 'партнера готовы к выплате', 'партнеров готовы к выплате'],
};
/** The largest number that fits beside the icon of a rail. */
const RAIL_MOST = 999;

/** Number of things that wait now. */
const waitingOf = (task: OrganizationTask) => task.count;

function Count({ of, isRail }: WaitingCountProps) {
  const { data } = useRead(homeRoutes.homeTasks, {});
  // The route answers an organization with an organization's tasks.
  const tasks = data?.results as OrganizationTask[] | undefined;
  const task = tasks?.find(({ kind }) => kind === of);
  const count = task === undefined ? 0 : waitingOf(task);
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden>{isRail && count > RAIL_MOST ? `${RAIL_MOST}+` : formatNumber(count)}</span>
      <VisuallyHidden>{countOf(count, WORDS[of])}</VisuallyHidden>
    </>
  );
}

/** Count of what waits in a section: a number to the eye, with words for screen readers. Nothing while it is not known. */
export default function WaitingCount(props: WaitingCountProps) {
  return (
    <Queries>
      <Count {...props} />
    </Queries>
  );
}
