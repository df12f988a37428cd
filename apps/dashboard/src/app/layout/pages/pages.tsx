import { Activity, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  useOutlet,
} from 'react-router-dom';
import { SessionScope } from '../../../shared/session-scope.ts';
import { PageSpinner } from '../../../shared/ui/feedback/page-spinner.tsx';
import { ArrivalContext } from '../../../shared/ui/page/page-heading.tsx';
import { TakeOver } from '../take-over.tsx';
import { type Drawing, firstDrawings, follow } from './drawings.ts';
import classes from './pages.module.css';

/**
 * The open page and, outside the document, the menu pages that were open before, rendered in their initial state. Opening one again
 * only attaches its element. Effects of a prerendered page do not run until it is shown.
 */
export function Pages({ isEnding }: { isEnding: boolean }) {
  const content = useOutlet();
  const place = useContext(LocationContext);
  const router = useContext(RouterStateContext);
  const scope = useContext(SessionScope);
  if (router === null) throw new Error('Pages stand in a data router.');
  const told = { content, place, router, scope };
  const [before, setDrawings] = useState(() => firstDrawings(told));
  const drawings = before.heard.router === router ? before : follow(before, told);
  if (drawings !== before) setDrawings(drawings);
  const { shown, arrival, ahead } = drawings;
  const own = ahead.filter((one) => one.told.scope === scope);
  return [shown, ...own].map((drawing) => (
    <Place key={drawing.key} isShown={drawing === shown}>
      <ArrivalContext value={drawing === shown ? arrival : 'forward'}>
        <Suspense fallback={<PageSpinner />}>
          {isEnding ? <PageSpinner /> : <Page of={drawing} />}
          <TakeOver />
        </Suspense>
      </ArrivalContext>
    </Place>
  ));
}

const Page = ({ of: { told } }: { of: Drawing }) => (
  <LocationContext value={told.place}>
    <RouterStateContext value={told.router}>{told.content}</RouterStateContext>
  </LocationContext>
);

function makePlace(): HTMLElement {
  const place = document.createElement('div');
  place.className = classes['place'] ?? '';
  return place;
}

/** Detaches a hidden page from the document so that DOM queries do not find its elements. */
function Place({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [place] = useState(makePlace);
  const put = useCallback((slot: HTMLElement | null) => void slot?.append(place), [place]);
  return (
    <>
      {isShown && <div className={classes['place']} ref={put} />}
      {createPortal(<Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>, place)}
    </>
  );
}
