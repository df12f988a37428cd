// Runs before the first paint.

// Applies the color scheme so that a dark page does not flash white. Mantine takes over after it loads.
(() => {
  const stored = () => {
    try {
      return localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Storage is blocked: use the system color scheme.
      return null;
    }
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = stored();
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);
})();

// Holds a submission of the prerendered sign-in form until the application has loaded.
addEventListener('submit', (event) => {
  const page = event.target.closest('[data-waits]');
  if (page === null) return;
  event.preventDefault();
  page.dataset.sent = '';
});
