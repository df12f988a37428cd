import { render } from '@testing-library/react';
import type { JSXElementConstructor, ReactNode } from 'react';
import { createMemoryRouter, type InitialEntry } from 'react-router-dom';
import { App } from '../app/app.tsx';
import { routes } from '../app/routes.tsx';
import { createControls, createTestAuth } from './harness.ts';

type Options = {
  whenUnreachable?: 'logout' | 'wait';
  wrapper?: JSXElementConstructor<{ children: ReactNode }>;
};

/** Renders the whole application at an address. For tests of routes, guards and the shell; others use `mount`. */
export function openApp(entry: InitialEntry = '/', { whenUnreachable, ...options }: Options = {}) {
  const session = createTestAuth(whenUnreachable);
  const router = createMemoryRouter(routes, { initialEntries: [entry] });
  render(<App auth={session.auth} router={router} env="test" />, options);
  return { ...session, ...createControls(router) };
}
