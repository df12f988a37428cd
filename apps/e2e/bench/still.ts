import type { Page } from '@playwright/test';

/** A section of the bar at the foot of a phone: its path, and what finds its first row. */
type Section = { path: string; rows: string };

/** A page without its scripts, and by paths what its sections begin with. */
export type Still = { page: string; mains: Record<string, string> };

/** Reads what the application draws first of each section. */
export async function drawn<One extends Section>(
  page: Page,
  sections: readonly One[],
  move: (page: Page, section: One) => Promise<unknown>,
): Promise<Still> {
  const mains: Still['mains'] = {};
  for (const section of sections) {
    const first = page.evaluate(
      ([path, selector]) =>
        new Promise<string>((resolve) => {
          const changes = new MutationObserver(() => {
            const main = document.querySelector('main');
            if (location.pathname !== path || !main?.querySelector(selector)) return;
            changes.disconnect();
            resolve(main.innerHTML);
          });
          changes.observe(document, { childList: true, subtree: true });
        }),
      [section.path, section.rows] as const,
    );
    await move(page, section);
    mains[section.path] = (await first).replaceAll(/ elementtiming="[^"]*"/g, '');
  }
  const html = await page.evaluate(() => {
    for (const script of document.querySelectorAll('script, link[rel="modulepreload"]')) script.remove();
    return document.documentElement.outerHTML;
  });
  return { page: `<!doctype html>${html}`, mains };
}

/** Shows that page: a touched link puts the elements of its section in place of those that are there. */
export async function show(page: Page, url: string, still: Still) {
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: still.page }));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate((mains) => {
    const main = document.querySelector('main');
    addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a');
      if (!link || !main) return;
      event.preventDefault();
      history.pushState(null, '', link.href);
      main.innerHTML = mains[link.pathname] ?? '';
    });
  }, still.mains);
}
