import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createTestAuth, credentials, olga } from '../test/auth.ts';
import { inside } from '../test/inside.tsx';
import { useUser } from './index.ts';

test('useUser is null while startup is pending, then the stored user, then null after logout', async () => {
  const auth = createTestAuth(olga);
  const seen: unknown[] = [];
  renderHook(() => seen.push(useUser()), inside(auth));
  await act(() => auth.initialize());
  await act(() => auth.logout());
  expect(seen).toEqual([null, olga, null]);
});

test('a refused login does not render a component that shows the user', async () => {
  const auth = createTestAuth(olga);
  await auth.initialize();
  const seen: unknown[] = [];
  renderHook(() => seen.push(useUser()), inside(auth));
  await act(() => auth.login({ ...credentials, password: 'wrong' }).catch(() => {}) as Promise<void>);
  expect(auth.getState().error).not.toBeNull();
  expect(seen).toEqual([olga]);
});
