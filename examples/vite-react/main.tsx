import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import { AuthProvider, useAccess, useAuth, useAuthFetch } from '@referral-dashboard/react-auth';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';

const auth = createAuth({ baseUrl: '', backend: simpleJwt({ paths: { user: '/api/me/' } }) });

/** Renders its children for users of the given roles and redirects signed-out visitors. */
function Guard({ roles, children }: { roles: string[]; children: ReactNode }) {
  const access = useAccess({ roles });
  const from = useLocation();
  if (access === 'pending') return <p>Loading…</p>;
  if (access === 'anonymous') return <Navigate to="/login" replace state={{ from }} />;
  if (access === 'forbidden') return <p>This page is for sellers.</p>;
  return children;
}

function Login() {
  const { isAuth, isLoading, error, login } = useAuth();
  const { from = '/' } = (useLocation().state ?? {}) as { from?: string };
  if (isAuth) return <Navigate to={from} replace />;
  const signIn = (form: FormData) => {
    const [username, password] = [String(form.get('username')), String(form.get('password'))];
    login({ username, password }).catch(() => {}); // shown below as `error`
  };
  return (
    <form action={signIn}>
      <input name="username" autoComplete="username" placeholder="Username" />
      <input name="password" type="password" autoComplete="current-password" placeholder="Password" />
      <button type="submit" disabled={isLoading}>
        Sign in
      </button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}

function Orders() {
  const { user, logout } = useAuth();
  const authFetch = useAuthFetch();
  const [orders, setOrders] = useState<{ id: number }[]>([]);
  useEffect(() => {
    authFetch('/api/orders/')
      .then(async (response) => setOrders(response.ok ? await response.json() : []))
      .catch(() => {});
  }, [authFetch]);
  return (
    <main>
      <h1>
        {String(user?.name)}: {orders.length} orders
      </h1>
      <button type="button" onClick={logout}>
        Sign out
      </button>
    </main>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <AuthProvider auth={auth}>
    <BrowserRouter>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route
          path="/"
          element={
            <Guard roles={['seller']}>
              <Orders />
            </Guard>
          }
        />
      </Routes>
    </BrowserRouter>
  </AuthProvider>,
);
