import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import { AppState } from 'react-native';
import { secureStorage } from './secure-storage.ts';

export const auth = createAuth({
  baseUrl: 'http://127.0.0.1:8000',
  backend: simpleJwt({ paths: { user: '/api/me/' } }),
  storage: secureStorage,
});

// A page does this by itself when it becomes visible. Timers of an app stop in the background.
AppState.addEventListener('change', (state) => {
  if (state === 'active') auth.revalidate();
});
