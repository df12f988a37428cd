'use client';

import { type AuthStorage, createAuth, STORAGE_KEYS } from '@referral-dashboard/auth-core';
import { AuthProvider, useAuth } from '@referral-dashboard/react-auth';
import { type ReactNode, useState } from 'react';

/** localStorage; the access token is in a cookie too, so that the server knows who asks for a page. */
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
  // Made in a component: on the server a module would be shared by all visitors.
  const [auth] = useState(() =>
    createAuth({ baseUrl: process.env.NEXT_PUBLIC_API_URL ?? 'http://127.0.0.1:8000', storage }),
  );
  return <AuthProvider auth={auth}>{children}</AuthProvider>;
}

export function Account() {
  const { isInitialized, user, error, login, logout } = useAuth();
  if (!isInitialized) return <p>Loading…</p>;
  if (user)
    return (
      <button type="button" onClick={logout}>
        {user.first_name}: sign out
      </button>
    );
  const signIn = (form: FormData) => {
    const [phone, password] = [String(form.get('phone')), String(form.get('password'))];
    login({ phone, password }).catch(() => {}); // shown below, as `error`
  };
  return (
    <form action={signIn}>
      <input name="phone" type="tel" autoComplete="username" placeholder="Phone" />
      <input name="password" type="password" autoComplete="current-password" placeholder="Password" />
      <button type="submit">Sign in</button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}
