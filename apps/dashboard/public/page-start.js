// Runs before the first paint.

(() => {
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage is blocked: use the system color scheme and assume no session.
      return null;
    }
  };

  // Applies the color scheme before the first paint so that a dark page does not flash white. Mantine takes over after it loads.
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = stored('mantine-color-scheme-value');
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);

  // Preloads the files of the page before the main script runs. Also verifies the stored session and requests the page's first data;
  // `src/app/early-responses.ts` uses the responses.
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const named = (name) => meta(name)?.split(' ').filter(Boolean) ?? [];
  const token = stored('access_token');
  const isSignedIn = token !== null;
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn);
  const base = meta('api-base');
  const responses = {};
  // The public page has no session. An unfilled template placeholder is not a base URL.
  const canRequest = token && meta('page-files') !== undefined && !base.startsWith('__');
  const request = (path, init) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    responses[path] = fetch(base + path, { headers, ...init });
    responses[path].catch(() => undefined);
  };
  if (canRequest) {
    globalThis.early = { token, requestedAt: Date.now(), responses };
    request('/api/accounts/verify/', { method: 'POST', body: JSON.stringify({ token }) });
  }
  const signIn = named('sign-in-files');
  for (const file of isSignedIn || signIn.length === 0 ? named('page-files') : signIn) {
    const [href, role] = file.split('#');
    if (href.startsWith('/api/')) {
      // Query parameters change the request, so it cannot be predicted from the path.
      if (canRequest && !location.search && (!role || role === stored('user_role'))) request(href);
      continue;
    }
    const link = document.createElement('link');
    const isStyle = href.endsWith('.css');
    Object.assign(link, { rel: isStyle ? 'preload' : 'modulepreload', crossOrigin: '', href });
    if (isStyle) link.as = 'style';
    document.head.append(link);
  }
})();

// Holds form submissions until the application has loaded.
addEventListener('submit', (event) => {
  const page = event.target.closest('[data-waits]');
  if (page === null) return;
  event.preventDefault();
  page.dataset.sent = '';
});
