import { createAuth, messagesRu } from '@referral-dashboard/auth-core';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { JSXElementConstructor, ReactNode } from 'react';
import { createMemoryRouter, type InitialEntry } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { App } from '../app/app.tsx';
import { routes } from '../app/routes.tsx';
import { withSessionEnds } from '../shared/sign-out-reason.ts';

type Options = {
  whenUnreachable?: 'sign-out' | 'wait';
  wrapper?: JSXElementConstructor<{ children: ReactNode }>;
};

/** The whole application at an address, with a session of its own. */
export function openApp(entry: InitialEntry = '/', { whenUnreachable = 'wait', ...options }: Options = {}) {
  const warnings: string[] = [];
  const auth = createAuth({
    baseUrl: '',
    whenUnreachable,
    messages: messagesRu,
    fetch: withSessionEnds((input, init) => globalThis.fetch(input, init)),
    logger: { warn: (message) => void warnings.push(message) },
  });
  onTestFinished(() => auth.dispose());
  const router = createMemoryRouter(routes, { initialEntries: [entry] });
  render(<App auth={auth} router={router} env="test" />, options);
  const path = () => router.state.location.pathname + router.state.location.search;
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.EachTarget });
  return { auth, router, path, user, warnings };
}
