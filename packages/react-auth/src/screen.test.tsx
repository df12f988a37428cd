import { createAuth } from '@referral-dashboard/auth-core';
import { fakeBackend, signedInStorage } from '@referral-dashboard/auth-core/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inside } from '../test/inside.tsx';
import { useAuth } from './index.ts';

function Account() {
  const { user } = useAuth();
  return <p>{user ? `Signed in: ${user['first_name']}` : 'Signed out'}</p>;
}

const baseUrl = 'http://127.0.0.1:8000';
const olga = { first_name: 'Olga' };

test('a component of a signed-in user is tested in three lines', async () => {
  const auth = createAuth({ baseUrl, backend: fakeBackend(), storage: signedInStorage(olga) });
  render(<Account />, inside(auth));
  expect(await screen.findByText('Signed in: Olga')).toBeDefined();
});

test('a component whose session is refused shows the signed-out state', async () => {
  const backend = fakeBackend();
  backend.endSessions();
  const logger = { warn() {} };
  const auth = createAuth({ baseUrl, backend, storage: signedInStorage(olga), logger });
  render(<Account />, inside(auth));
  expect(await screen.findByText('Signed out')).toBeDefined();
});
