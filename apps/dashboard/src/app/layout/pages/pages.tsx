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
import classes from './pages.module.css';
import { createPageStack, type RenderedPage, updatePageStack } from './prerendered-pages.ts';

/**
 * The open page and, outside the document, the menu pages that were open before, rendered in their initial state. Opening one again
 * only attaches its element. Effects of a prerendered page do not run until it is shown.
 */
export function Pages({ isEnding }: { isEnding: boolean }) {
  const content = useOutlet();
  const location = useContext(LocationContext);
  const router = useContext(RouterStateContext);
  const scope = useContext(SessionScope);
  if (router === null) throw new Error('Pages must be rendered inside a data router.');
  const snapshot = { content, location, router, scope };
  const [previous, setStack] = useState(() => createPageStack(snapshot));
  const stack = previous.latest.router === router ? previous : updatePageStack(previous, snapshot);
  if (stack !== previous) setStack(stack);
  const { shown, arrival } = stack;
  const prerendered = stack.prerendered.filter((page) => page.snapshot.scope === scope);
  return [shown, ...prerendered].map((page) => (
    <PageContainer key={page.key} isShown={page === shown}>
      <ArrivalContext value={page === shown ? arrival : 'forward'}>
        <Suspense fallback={<PageSpinner />}>
          {isEnding ? <PageSpinner /> : <Page snapshot={page.snapshot} />}
          <TakeOver />
        </Suspense>
      </ArrivalContext>
    </PageContainer>
  ));
}

const Page = ({ snapshot: { content, location, router } }: Pick<RenderedPage, 'snapshot'>) => (
  <LocationContext value={location}>
    <RouterStateContext value={router}>{content}</RouterStateContext>
  </LocationContext>
);

function createContainer(): HTMLElement {
  const container = document.createElement('div');
  container.className = classes['container'] ?? '';
  return container;
}

/** Detaches a hidden page from the document so that DOM queries do not find its elements. */
function PageContainer({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [container] = useState(createContainer);
  const attach = useCallback((slot: HTMLElement | null) => void slot?.append(container), [container]);
  return (
    <>
      {isShown && <div className={classes['container']} ref={attach} />}
      {createPortal(<Activity mode={isShown ? 'visible' : 'hidden'}>{children}</Activity>, container)}
    </>
  );
}
