import { createAuth } from '@referral-dashboard/auth-core';
import { AuthProvider, useAccess, useAuth, useAuthFetch } from '@referral-dashboard/react-auth';
import { type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';

const auth = createAuth({ baseUrl: '' });

/** Shows what is inside to signed-in people of a role; sends the others where they can become one. */
function Guard({ roles, children }: { roles: string[]; children: ReactNode }) {
  const access = useAccess({ roles });
  const from = useLocation();
  if (access === 'pending') return <p>Loading…</p>;
  if (access === 'anonymous') return <Navigate to="/login" replace state={{ from }} />;
  if (access === 'forbidden') return <p>This page is for organizations.</p>;
  return children;
}

function Login() {
  const { isAuth, isLoading, error, login } = useAuth();
  const { from = '/' } = (useLocation().state ?? {}) as { from?: string };
  if (isAuth) return <Navigate to={from} replace />;
  const signIn = (form: FormData) => {
    const [phone, password] = [String(form.get('phone')), String(form.get('password'))];
    login({ phone, password }).catch(() => {}); // shown below, as `error`
  };
  return (
    <form action={signIn}>
      <input name="phone" type="tel" autoComplete="username" placeholder="Phone" />
      <input name="password" type="password" autoComplete="current-password" placeholder="Password" />
      <button type="submit" disabled={isLoading}>
        Sign in
      </button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}

function Leads() {
  const { user, logout } = useAuth();
  const authFetch = useAuthFetch();
  const [leads, setLeads] = useState<{ id: number }[]>([]);
  useEffect(() => {
    authFetch('/api/leads/')
      .then(async (answer) => setLeads(await answer.json()))
      .catch(() => {});
  }, [authFetch]);
  return (
    <main>
      <h1>
        {user?.first_name}: {leads.length} leads
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
            <Guard roles={['organization']}>
              <Leads />
            </Guard>
          }
        />
      </Routes>
    </BrowserRouter>
  </AuthProvider>,
);
