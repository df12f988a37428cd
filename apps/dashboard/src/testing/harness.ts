import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { DataRouter } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { createDashboardAuth } from '../app/auth.ts';
import { recordSessionEnds } from '../shared/sign-out-reason.ts';

/** A session client of the mocked API, disposed of after the test. `warnings` collects its log lines. */
export function createTestAuth(whenUnreachable: 'logout' | 'wait' = 'wait') {
  const warnings: string[] = [];
  const auth = createDashboardAuth({
    baseUrl: '',
    whenUnreachable,
    fetch: recordSessionEnds((input, init) => globalThis.fetch(input, init)),
    logger: { warn: (message) => void warnings.push(message) },
  });
  onTestFinished(() => auth.dispose());
  return { auth, warnings };
}

/** The router of a rendered page, its current address and a simulated user. */
export const createControls = (router: DataRouter) => ({
  router,
  path: () => router.state.location.pathname + router.state.location.search,
  user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.EachTarget }),
});
