import type { Page } from '@playwright/test';

/** Requests that load page data. Session requests are not intercepted. */
const calls = /\/api\/(?!accounts\/(login|verify|refresh|users))/;
const skeleton = '.mantine-Skeleton-root[data-visible], .mantine-Loader-root';

const waitForFirst = (page: Page, selector: string, timeout: number) =>
  page
    .locator(selector)
    .first()
    .waitFor({ timeout })
    .catch(() => undefined);

async function complete(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.locator(skeleton).first().waitFor({ state: 'detached' });
}

/** Server states, each with the condition that the page has finished rendering. */
export const states = {
  data: { prepare: async () => undefined, settled: complete },
  empty: { prepare: async () => undefined, settled: complete },
  loading: {
    prepare: (page: Page) => page.route(calls, () => new Promise(() => undefined)),
    settled: (page: Page) => waitForFirst(page, '.mantine-Skeleton-root', 4_000),
  },
  error: {
    prepare: (page: Page) =>
      page.route(calls, (route) =>
        route.fulfill({
          status: 500,
          json: {
            detail: 'На сервере произошла ошибка. Номер для техподдержки: 7F3A-21',
            code: 'server_error',
            incident: '7F3A-21',
          },
        }),
      ),
    settled: (page: Page) => waitForFirst(page, '[role="alert"]', 4_000),
  },
} as const;

export type State = (typeof states)[keyof typeof states];
