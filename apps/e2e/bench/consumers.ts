/**
 * Measures a change of the signed-in user in a tree of 1,000 components of which one shows the user. The baseline is a zustand store.
 * `node bench/consumers.ts` runs `ROUNDS` (15) of each in turn, prints a table and writes `bench-consumers.json` to the reports of the
 * server. Fails when more than one component renders.
 */
import { figure, report } from '@referral-dashboard/api/bench';
import { createAuth, memoryStorage } from '@referral-dashboard/auth-core';
import { JSDOM } from 'jsdom';

process.env['NODE_ENV'] = 'production';
const { window } = new JSDOM('<div id="ours"></div><div id="baseline"></div>');
Object.assign(globalThis, { window, document: window.document });
// Imported after the environment is set, because React reads it on load.
const { createElement, memo } = await import('react');
const { createRoot } = await import('react-dom/client');
const { create } = await import('zustand');
const { AuthProvider, useAuthState, useUser } = await import('@referral-dashboard/react-auth');

const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const CONSUMERS = 1000;
const CHANGES = 50;

type Person = { role: string; first_name: string };
const person = (first_name: string): Person => ({ role: 'organization', first_name });

let renders = 0;

/** A tree of consumers. The first shows the name of the user, the others show whether a user is signed in. */
function tree(useName: () => string | undefined, useIsSignedIn: () => boolean) {
  const Name = memo(() => {
    renders += 1;
    return createElement('b', null, useName());
  });
  const Other = memo(() => {
    renders += 1;
    return createElement('i', null, String(useIsSignedIn()));
  });
  return Array.from({ length: CONSUMERS }, (_, index) =>
    createElement(index === 0 ? Name : Other, { key: index }),
  );
}

const place = (id: string) => window.document.querySelector(`#${id}`) as unknown as HTMLElement;

/** Microseconds from a change until the page shows the new name. */
async function perChange(id: string, change: (name: string) => Promise<unknown>): Promise<number> {
  renders = 0;
  const began = performance.now();
  for (let nth = 0; nth < CHANGES; nth += 1) {
    const name = `${id} ${nth}`;
    await change(name);
    while (place(id).firstElementChild?.textContent !== name) await Promise.resolve();
  }
  const took = ((performance.now() - began) * 1000) / CHANGES;
  if (renders !== CHANGES) throw new Error(`${renders} renders of ${CHANGES} changes`);
  return took;
}

const auth = createAuth<object, Person>({
  baseUrl: 'http://127.0.0.1:8000',
  storage: memoryStorage(),
  fetch: async () => new Response(),
  backend: {
    login: async () => ({ accessToken: 'access', refreshToken: 'refresh', user: person('') }),
    refresh: async () => ({ accessToken: 'access', refreshToken: 'refresh' }),
    getUser: async () => person(''),
    updateUser: async ({ first_name = '' }) => person(first_name),
  },
});
await auth.initialize();
await auth.login({});
const ours = tree(
  () => (useUser() as Person | null)?.first_name,
  () => useAuthState(({ isAuth }) => isAuth),
);
createRoot(place('ours')).render(createElement(AuthProvider, { auth: auth as never }, ours));

const useStore = create<{ user: Person; isAuth: boolean }>(() => ({ user: person(''), isAuth: true }));
const baseline = tree(
  () => useStore(({ user }) => user.first_name),
  () => useStore(({ isAuth }) => isAuth),
);
createRoot(place('baseline')).render(baseline);
while (place('ours').childElementCount + place('baseline').childElementCount < 2 * CONSUMERS)
  await new Promise(setImmediate);

const rounds = { ours: [] as number[], baseline: [] as number[] };
const changes = {
  ours: (first_name: string) => auth.updateProfile({ first_name }),
  baseline: async (first_name: string) => useStore.setState({ user: person(first_name) }),
};
for (let round = 0; round <= ROUNDS; round += 1)
  for (const id of ['ours', 'baseline'] as const) {
    const took = await perChange(id, changes[id]);
    // The first round is a warm-up.
    if (round > 0) rounds[id].push(took);
  }
report('consumers', [
  {
    ...figure('a change of the user, 1,000 consumers', 'µs', rounds.ours),
    baseline: figure('zustand', 'µs', rounds.baseline),
  },
]);
auth.dispose();
