// Runs before the first paint.

(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage is closed to this page: the system's scheme stands, and nobody is signed in.
      return null;
    }
  };

  // A dark page never starts white, and follows the system. Where there is Mantine, it takes over.
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = stored('mantine-color-scheme-value');
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);

  // Files of the page that will be shown are asked for at once, and not when the first script has been read. So is whether who is
  // signed in still is, and what the page reads first: `src/app/early-answers.ts` takes the answers.
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const named = (name) => meta(name)?.split(' ').filter(Boolean) ?? [];
  const token = stored('access_token');
  const isSignedIn = token !== null;
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
  const base = meta('api-base');
  const answers = {};
  // The public page knows nothing of a session; what nobody filled in is no address.
  const canAsk = token && meta('page-files') !== undefined && !base.startsWith('__');
  const ask = (path, question) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    answers[path] = fetch(base + path, { headers, ...question });
    answers[path].catch(() => undefined);
  };
  if (canAsk) {
    globalThis.early = { token, at: Date.now(), answers };
    ask('/api/accounts/verify/', { method: 'POST', body: JSON.stringify({ token }) });
  }
  const signIn = named('sign-in-files');
  for (const file of isSignedIn || signIn.length === 0 ? named('page-files') : signIn) {
    const [href, role] = file.split('#');
    if (href.startsWith('/api/')) {
      // What an address says further changes what is read.
      if (canAsk && !location.search && (!role || role === stored('user_role'))) ask(href);
      continue;
    }
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
