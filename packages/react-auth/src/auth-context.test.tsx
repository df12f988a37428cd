import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAccess, useAuth, useAuthFetch, useAuthState, useUser } from './index.ts';

type HookProps = { hook: () => unknown };

function Lonely({ hook }: HookProps) {
  hook();
  return null;
}

test.for<[string, () => unknown]>([
  ['useAuth', useAuth],
  ['useAuthState', () => useAuthState((state) => state.role)],
  ['useUser', useUser],
  ['useAuthFetch', useAuthFetch],
  ['useAccess', useAccess],
])('%s outside the provider throws an error that names the fix', ([, hook]) => {
  expect(() => renderToString(<Lonely hook={hook} />)).toThrow(
    /^No AuthProvider above this component: render <AuthProvider auth=\{auth\}> around it/,
  );
});
