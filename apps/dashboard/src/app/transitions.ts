import { startTransition } from 'react';
import type { DataRouter } from 'react-router-dom';

/**
 * Wraps a router so that state changes within a page are React transitions, which user input can interrupt. Navigation to another
 * page renders synchronously, because nothing is shown before the whole page is ready and interruptions would only delay it.
 */
export function transitionsWithinPages(router: DataRouter): DataRouter {
  const subscribe: DataRouter['subscribe'] = (notify) => {
    let page = router.state.location.pathname;
    return router.subscribe((state, options) => {
      const isSamePage = state.location.pathname === page;
      page = state.location.pathname;
      if (isSamePage) startTransition(() => notify(state, options));
      else notify(state, options);
    });
  };
  return Object.create(router, { subscribe: { value: subscribe } });
}
