import { createPath, type Location } from 'react-router-dom';
import { paths } from './paths.ts';

/** Kept in the history entry of the login page, and so across a reload: where the person was going. */
export const keepReturnTo = (location: Location) => ({ from: createPath(location) });

/** Address to go to after signing in: a path of this origin, else home. */
export function returnTo(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  if (typeof from !== 'string' || !from.startsWith('/')) return paths.home;
  const url = new URL(from, window.location.origin);
  const path = createPath(url);
  return url.origin === window.location.origin && url.pathname !== paths.login && !path.startsWith('//')
    ? path
    : paths.home;
}

/** Travels to the login page with a person who signs out; there the session ends. */
export const SIGN_OUT = { signOut: true };

export const isSigningOut = (state: unknown) =>
  typeof state === 'object' && state !== null && 'signOut' in state && state.signOut === true;
