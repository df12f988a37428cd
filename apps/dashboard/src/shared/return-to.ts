import { createPath, type Location } from 'react-router-dom';
import { paths } from './paths.ts';

/** Saves the requested location in the history entry of the login page, so that it survives a reload. */
export const createReturnState = (location: Location) => ({ from: createPath(location) });

/** Path to open after signing in. Other origins and the login page fall back to home. */
export function getReturnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  if (typeof from !== 'string' || !from.startsWith('/')) return paths.home;
  const url = new URL(from, window.location.origin);
  const path = createPath(url);
  return url.origin === window.location.origin && url.pathname !== paths.login && !path.startsWith('//')
    ? path
    : paths.home;
}
