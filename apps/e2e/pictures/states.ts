import type { Page } from '@playwright/test';

/** Calls that pages read; the session itself stays as it is. */
const calls = /\/api\/(?!accounts\/(login|verify|refresh|users))/;
const skeleton = '.mantine-Skeleton-root[data-visible], .mantine-Loader-root';

const shown = (page: Page, selector: string, timeout: number) =>
  page
    .locator(selector)
    .first()
    .waitFor({ timeout })
    .catch(() => undefined);

async function whole(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.locator(skeleton).first().waitFor({ state: 'detached' });
}

/** Answers of the server, and when the page has made of them what it will. */
export const states = {
  data: { prepare: async () => undefined, settled: whole },
  empty: { prepare: async () => undefined, settled: whole },
  loading: {
    prepare: (page: Page) => page.route(calls, () => new Promise(() => undefined)),
    settled: (page: Page) => shown(page, '.mantine-Skeleton-root', 4_000),
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
    settled: (page: Page) => shown(page, '[role="alert"]', 4_000),
  },
} as const;

export type State = (typeof states)[keyof typeof states];
