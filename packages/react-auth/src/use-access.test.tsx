import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createTestAuth, credentials, nina, olga, pavel } from '../test/auth.ts';
import { inside } from '../test/inside.tsx';
import { type Access, useAccess } from './index.ts';

const organizationOnly = ['organization'];

test.for([
  { who: 'an anonymous visitor', user: undefined, roles: undefined, access: 'anonymous' },
  { who: 'an anonymous visitor', user: undefined, roles: organizationOnly, access: 'anonymous' },
  { who: 'an organization', user: olga, roles: undefined, access: 'granted' },
  { who: 'an organization', user: olga, roles: organizationOnly, access: 'granted' },
  { who: 'an organization', user: olga, roles: ['admin', 'organization'], access: 'granted' },
  { who: 'an organization', user: olga, roles: [], access: 'forbidden' },
  { who: 'a partner', user: pavel, roles: undefined, access: 'granted' },
  { who: 'a partner', user: pavel, roles: organizationOnly, access: 'forbidden' },
  { who: 'a user without a role', user: nina, roles: undefined, access: 'granted' },
  { who: 'a user without a role', user: nina, roles: organizationOnly, access: 'forbidden' },
])('$who is $access where the roles are $roles', async ({ user, roles, access }) => {
  const auth = createTestAuth(user);
  await auth.initialize();
  const { result } = renderHook(() => useAccess({ roles }), inside(auth));
  expect(result.current).toBe(access);
});

test('access is pending until startup is done, then follows login and logout', async () => {
  const auth = createTestAuth();
  const seen: Access[] = [];
  renderHook(() => seen.push(useAccess({ roles: organizationOnly })), inside(auth));
  await act(() => auth.initialize());
  await act(async () => void (await auth.login(credentials)));
  await act(() => auth.logout());
  expect(seen).toEqual(['pending', 'anonymous', 'granted', 'anonymous']);
});

test('a profile update that leaves the role alone does not render a guard again', async () => {
  const auth = createTestAuth(olga);
  await auth.initialize();
  const seen: Access[] = [];
  renderHook(() => seen.push(useAccess({ roles: ['organization'] })), inside(auth));
  await act(async () => void (await auth.updateProfile({ first_name: 'Анна' })));
  expect(seen).toEqual(['granted']);
});
