import type { TestServer } from '@referral-dashboard/api/testing';
import { test as base, expect } from '../fixtures.ts';
import { records } from '../support/filled-pages.ts';
import { organization, partner } from '../support/people.ts';
import { startServer } from '../support/servers.ts';
import { signInContext } from '../support/session.ts';
import { settled } from '../support/view.ts';
import { viewports } from '../support/views.ts';

/** A Friday, 11:30 in Moscow. */
const NOW = new Date('2026-11-20T08:30:00Z');

/** A picture of `docs/pictures`. `shows` is visible once the data has loaded. */
type Picture = {
  name: string;
  address: string | ((server: TestServer) => Promise<string>);
  shows: RegExp;
  person?: typeof organization;
  width?: keyof typeof viewports;
  theme?: 'light' | 'dark';
};

const registryUrl = async (server: TestServer) =>
  `/payments?tab=registries&registry=${(await records(server)).registry.id}`;

async function publicUrl({ db }: TestServer) {
  const { code } = await db
    .selectFrom('links')
    .innerJoin('programs', 'programs.id', 'links.program_id')
    .select('links.code')
    .where('programs.name', '=', 'Окна для дома')
    .orderBy('links.created_at')
    .executeTakeFirstOrThrow();
  return `/ref/${code}`;
}

const pictures: readonly Picture[] = [
  { name: 'home', person: organization, address: '/', shows: /Лучшие партнеры/ },
  { name: 'home-dark', person: organization, address: '/', shows: /Лучшие партнеры/, theme: 'dark' },
  { name: 'leads', person: organization, address: '/leads', shows: /Л-\d+/ },
  { name: 'board', person: organization, address: '/leads?view=board', shows: /Окна для дома/ },
  { name: 'payments', person: organization, address: '/payments', shows: /\d,\d\d\s₽/ },
  { name: 'registry', person: organization, address: registryUrl, shows: /В банке/ },
  { name: 'partner-phone', person: partner, address: '/', shows: /\d,\d\d\s₽/, width: 360 },
  // Last, because a visit is counted.
  { name: 'public-page', address: publicUrl, shows: /./, width: 360 },
];

/** A server with the demo data of a fixed day. */
const test = base.extend<object, { dated: TestServer }>({
  server: ({ dated }, use) => use(dated),
  dated: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture dependencies from the first parameter
    async ({}, use) => {
      const server = await startServer({ frozenClock: true });
      server.setClock(NOW);
      await server.welcomeDemo();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// In order and in one worker, because the demo data takes longer than the pictures.
test.describe.configure({ mode: 'default' });

for (const { name, person, address, shows, width = 1440, theme = 'light' } of pictures)
  test(`the picture «${name}» of the README shows the current interface`, async ({
    page,
    context,
    server,
  }) => {
    if (person) await signInContext(context, server.url, person);
    await context.clock.setFixedTime(NOW);
    await page.setViewportSize(viewports[width]);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto(typeof address === 'string' ? address : await address(server));
    await settled(page);
    await expect(page.getByText(shows).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveScreenshot(`${name}.png`);
  });
