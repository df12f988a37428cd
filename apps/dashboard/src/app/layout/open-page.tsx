import { Suspense, useState } from 'react';
import { Outlet, useMatches, useNavigationType } from 'react-router-dom';
import { PageSpinner } from '@/shared/ui/feedback/page-spinner.tsx';
import { type Arrival, ArrivalContext } from '@/shared/ui/page/page-heading.tsx';
import { TakeOver } from './take-over.tsx';

/** The page of the current route, or a spinner while its code loads and while a session ends. */
export function OpenPage({ isEnding }: { isEnding: boolean }) {
  const route = useMatches().at(-1)?.id;
  const navigationType = useNavigationType();
  const [visit, setVisit] = useState<{ route: string | undefined; arrival: Arrival }>({
    route,
    arrival: 'first',
  });
  // A change of the query within a page is not an arrival.
  if (visit.route !== route) setVisit({ route, arrival: navigationType === 'POP' ? 'back' : 'forward' });
  return (
    <ArrivalContext value={visit.arrival}>
      <Suspense key={visit.route} fallback={<PageSpinner />}>
        {isEnding ? <PageSpinner /> : <Outlet />}
        <TakeOver />
      </Suspense>
    </ArrivalContext>
  );
}
