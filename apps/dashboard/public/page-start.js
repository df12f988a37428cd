// Runs before the first paint.

// A dark page never starts white, and follows the system. Where there is Mantine, it takes over.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Storage is closed to this page: the system's scheme stands.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);
})();

// Files of the page that will be shown are asked for at once, and not when the first script has been read. So is whether who is signed
// in still is: `src/app/early-verify.ts` takes the answer.
(() => {
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const named = (name) => meta(name)?.split(' ').filter(Boolean) ?? [];
  let token = null;
  try {
    token = localStorage.getItem('access_token');
  } catch {
    // Storage is closed to this page: nobody is signed in.
  }
  const isSignedIn = token !== null;
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
  const base = meta('api-base');
  // The public page knows nothing of a session; what nobody filled in is no address.
  if (token && meta('page-files') !== undefined && !base.startsWith('__')) {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const question = { method: 'POST', headers, body: JSON.stringify({ token }) };
    const answer = fetch(`${base}/api/accounts/verify/`, question);
    answer.catch(() => undefined);
    globalThis.earlyVerify = { body: question.body, answer };
  }
  const signIn = named('sign-in-files');
  for (const href of isSignedIn || signIn.length === 0 ? named('page-files') : signIn) {
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', crossOrigin: '', href });
    if (isStyle) link.as = 'style';
    document.head.append(link);
  }
})();

// What is sent before the application is there waits for it.
addEventListener('submit', (event) => {
  const page = event.target.closest('[data-waits]');
  if (page === null) return;
  event.preventDefault();
  page.dataset.sent = '';
});
