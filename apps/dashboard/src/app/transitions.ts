import { startTransition } from 'react';
import type { DataRouter } from 'react-router-dom';

/**
 * A router whose changes within a page are transitions, which give way to what a hand does meanwhile. Another page is drawn in one go:
 * nothing of it is seen before all of it, and pauses in between would only put that off.
 */
export function transitionsWithinPages(router: DataRouter): DataRouter {
  const subscribe: DataRouter['subscribe'] = (tell) => {
    let page = router.state.location.pathname;
    return router.subscribe((state, options) => {
      const isSamePage = state.location.pathname === page;
      page = state.location.pathname;
      if (isSamePage) startTransition(() => tell(state, options));
      else tell(state, options);
    });
  };
  return Object.create(router, { subscribe: { value: subscribe } });
}
