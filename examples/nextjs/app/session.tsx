'use client';

import { type AuthStorage, createAuth, STORAGE_KEYS, simpleJwt } from '@referral-dashboard/auth-core';
import { AuthProvider, useAuth } from '@referral-dashboard/react-auth';
import { type ReactNode, useState } from 'react';

/** localStorage, with a copy of the access token in a cookie for the rendering server. */
const storage: AuthStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem(key, value) {
    localStorage.setItem(key, value);
    if (key === STORAGE_KEYS.access) document.cookie = `${key}=${value}; path=/; samesite=lax; secure`;
  },
  removeItem(key) {
    localStorage.removeItem(key);
    if (key === STORAGE_KEYS.access) document.cookie = `${key}=; path=/; max-age=0`;
  },
};

export function Session({ children }: { children: ReactNode }) {
  // Created in a component, because a module on the server is shared by all visitors.
  const [auth] = useState(() =>
    createAuth({
      baseUrl: process.env.NEXT_PUBLIC_API_URL ?? 'http://127.0.0.1:8000',
      backend: simpleJwt({ paths: { user: '/api/me/' } }),
      storage,
    }),
  );
  return <AuthProvider auth={auth}>{children}</AuthProvider>;
}

export function Account() {
  const { isInitialized, user, error, login, logout } = useAuth();
  if (!isInitialized) return <p>Loading…</p>;
  if (user)
    return (
      <button type="button" onClick={logout}>
        {String(user.name)}: sign out
      </button>
    );
  const signIn = (form: FormData) => {
    const [username, password] = [String(form.get('username')), String(form.get('password'))];
    login({ username, password }).catch(() => {}); // shown below as `error`
  };
  return (
    <form action={signIn}>
      <input name="username" autoComplete="username" placeholder="Username" />
      <input name="password" type="password" autoComplete="current-password" placeholder="Password" />
      <button type="submit">Sign in</button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}
