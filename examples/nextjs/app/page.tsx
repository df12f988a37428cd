import { authOfRequest } from './auth-of-request';
import { Account } from './session';

/** The greeting is written by the server, the account below it by the browser. */
export default async function Page() {
  const { user } = (await authOfRequest()).getState();
  return (
    <main>
      <h1>{user ? `Hello, ${user.first_name}` : 'Hello, stranger'}</h1>
      <Account />
    </main>
  );
}
