import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createTestAuth, olga } from '../test/auth.ts';
import { inside } from '../test/inside.tsx';
import { type RegisteredAuthState, useAuthState } from './index.ts';

/** Selects inside a provider of a signed-in auth and keeps every value that was rendered. */
async function renderSelected<T>(
  selector: (state: RegisteredAuthState) => T,
  isEqual?: (previous: T, next: T) => boolean,
) {
  const auth = createTestAuth(olga);
  await auth.initialize();
  const rendered: T[] = [];
  const hook = renderHook(() => {
    const value = useAuthState(selector, isEqual);
    rendered.push(value);
    return value;
  }, inside(auth));
  const rename = () => act(async () => void (await auth.updateProfile({ first_name: 'Анна' })));
  return { ...hook, rendered, rename };
}

test('a component renders again when its selected value changed', async () => {
  const { rendered, rename } = await renderSelected((state) => state.user?.['first_name']);
  await rename();
  expect(rendered).toEqual(['Ольга', 'Анна']);
});

test('a component does not render again when something else changed', async () => {
  const { rendered, rename } = await renderSelected((state) => state.role);
  await rename();
  expect(rendered).toEqual(['organization']);
});

test('a selector that builds an object renders once for each state', async () => {
  const { rendered, rename } = await renderSelected((state) => ({ name: state.user?.['first_name'] }));
  await rename();
  expect(rendered).toEqual([{ name: 'Ольга' }, { name: 'Анна' }]);
});

test('values for which isEqual returns true do not render again', async () => {
  const { rendered, rename } = await renderSelected(
    (state) => [state.role],
    (a, b) => a[0] === b[0],
  );
  await rename();
  expect(rendered).toEqual([['organization']]);
});

test('an inline selector keeps an equal value when the component renders for another reason', async () => {
  const auth = createTestAuth(olga);
  await auth.initialize();
  const { result, rerender } = renderHook(
    () =>
      useAuthState(
        (state) => [state.role],
        (a, b) => a[0] === b[0],
      ),
    inside(auth),
  );
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
});

test('a selector over props follows the props', async () => {
  const auth = createTestAuth(olga);
  await auth.initialize();
  const { result, rerender } = renderHook(({ name }) => useAuthState((state) => state.user?.[name]), {
    ...inside(auth),
    initialProps: { name: 'first_name' },
  });
  expect(result.current).toBe('Ольга');
  rerender({ name: 'last_name' });
  expect(result.current).toBe('Орлова');
});

test('a selector is not called again while neither it nor the state changed', async () => {
  const selector = vi.fn((state: RegisteredAuthState) => state.role);
  const { rerender } = await renderSelected(selector);
  rerender();
  expect(selector).toHaveBeenCalledTimes(1);
});
