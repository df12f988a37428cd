import { authOfRequest } from './auth-of-request';
import { Account } from './session';

/** The server renders the greeting, the browser the account below it. */
export default async function Page() {
  const { user } = (await authOfRequest()).getState();
  return (
    <main>
      <h1>{user ? `Hello, ${user.name}` : 'Hello, guest'}</h1>
      <Account />
    </main>
  );
}
