import type { Page } from '@playwright/test';

/** A section of the bottom bar: its path and the selector of its first row. */
type Section = { path: string; rows: string };

/** A page without its scripts, and the initial content of its sections by path. */
export type Snapshot = { page: string; mains: Record<string, string> };

/** Captures the first rendering of each section. */
export async function captureSections<One extends Section>(
  page: Page,
  sections: readonly One[],
  move: (page: Page, section: One) => Promise<unknown>,
): Promise<Snapshot> {
  const mains: Snapshot['mains'] = {};
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

/** Opens the snapshot. A tap on a link replaces the content with the captured section. */
export async function showSnapshot(page: Page, url: string, snapshot: Snapshot) {
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: snapshot.page }));
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
  }, snapshot.mains);
}
