import type { Page } from '@playwright/test';
import type { TestServer } from '@referral-dashboard/api/testing';
import { test as base, expect } from '../fixtures.ts';
import { violations } from '../support/axe.ts';
import { type FilledPage, organizationPages, partnerPages } from '../support/filled-pages.ts';
import { misfits } from '../support/layout.ts';
import { organization, partner } from '../support/people.ts';
import { startServer } from '../support/servers.ts';
import { signedIn } from '../support/session.ts';
import { holes, latinWords, textOf } from '../support/text.ts';
import { viewports } from '../support/views.ts';

/** The tests only look: those of one worker share one server with the demo data. */
const test = base.extend<object, { demo: TestServer }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
    async ({}, use) => {
      const server = await startServer();
      await server.welcomeDemo();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  server: ({ demo }, use) => use(demo),
});

/** Latin letters of the demo data (addresses of people, of sites and of links), the names of two keys and the mark of an advertisement. */
const ofTheData =
  /[\w.]+@example\.(ru|com)|(https?:\/\/|127\.0\.0\.1)[\w./:-]+|(\/ref\/)?\bdemo-[\w-]+|\b(Enter|Esc|erid)\b/g;

/** Opens pages, and notes what goes wrong with what they ask of the server. */
function opener(page: Page) {
  const [asked, refused] = [new Set<object>(), [] as string[]];
  page.on('request', (request) => asked.add(request));
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  return {
    refused,
    async open({ address, shows }: FilledPage) {
      asked.clear();
      await page.goto(address);
      await expect(page.getByText(shows).filter({ visible: true }).first(), address).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root'), address).toHaveCount(0);
      await expect.poll(() => asked.size, address).toBe(0);
      await page.evaluate(() => document.fonts.ready);
    },
  };
}

async function defects(page: Page): Promise<string[]> {
  const text = await textOf(page);
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => `${link.getAttribute('href')}`));
  return [
    ...latinWords(text.replace(ofTheData, '')),
    ...holes(text),
    ...links.filter((href) => holes(href).length > 0),
    ...(await misfits(page)),
  ];
}

const roles = [
  { who: 'an organization', person: organization, pagesOf: organizationPages },
  { who: 'a partner', person: partner, pagesOf: partnerPages },
];

for (const { who, person, pagesOf } of roles) {
  test(`at 360 px every page of ${who} is in Russian, has no hole and fits`, async ({
    page,
    context,
    server,
  }) => {
    test.slow();
    await page.setViewportSize(viewports[360]);
    await signedIn(context, server.url, person);
    const { open, refused } = opener(page);
    const found: string[] = [];
    for (const one of await pagesOf(server)) {
      await open(one);
      found.push(...(await defects(page)).map((defect) => `${one.address}: ${defect}`));
    }
    expect([...found, ...refused]).toEqual([]);
  });
}

for (const { who, person, pagesOf } of roles.filter((role) => role.person === partner)) {
  test(`at 1440 px every page of ${who} is so too, and axe finds nothing in either theme`, async ({
    page,
    context,
    server,
  }) => {
    test.slow();
    await signedIn(context, server.url, person);
    const { open, refused } = opener(page);
    const found: string[] = [];
    for (const one of await pagesOf(server)) {
      await open(one);
      const seen = [...(await defects(page)), ...(await violations(page))];
      found.push(...seen.map((defect) => `${one.address}: ${defect}`));
    }
    expect([...found, ...refused]).toEqual([]);
  });
}
