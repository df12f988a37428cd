import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createTestAuth, olga } from '../test/auth.ts';
import { inside } from '../test/inside.tsx';
import { useAuthFetch } from './index.ts';

test('useAuthFetch sends the bearer header of the session', async () => {
  const { result } = renderHook(useAuthFetch, inside(createTestAuth(olga)));
  const answer = await result.current('/api/leads/');
  expect(await answer.json()).toEqual({ path: '/api/leads/', user: olga });
});

test('useAuthFetch returns the same function at every render and causes none', async () => {
  const auth = createTestAuth(olga);
  await auth.initialize();
  const seen: unknown[] = [];
  const { rerender } = renderHook(() => seen.push(useAuthFetch()), inside(auth));
  await act(() => auth.logout());
  expect(seen).toHaveLength(1);
  rerender();
  expect(seen[1]).toBe(seen[0]);
});
