/**
 * Measures the largest contentful paint of pages next to a minimal page of the same kind as a baseline. `node bench/pages.ts` runs
 * `ROUNDS` (15) of each in turn, prints a table and writes `bench-pages.json` to the reports of the server.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { figure, report } from '@referral-dashboard/api/bench';
import { launchOptions } from '../browser.ts';
import { startServer } from '../support/servers.ts';
import { measureLoad, type PageLoad, SLOW_4G } from './measure.ts';
import { serveStatic } from './static.ts';

const { ROUNDS: rounds = '15' } = process.env;
const DASHBOARD = resolve(import.meta.dirname, '../../dashboard');
const BARE = join(DASHBOARD, 'bench/bare');

const vite = join(dirname(createRequire(`${DASHBOARD}/`).resolve('vite/package.json')), 'bin/vite.js');
execFileSync(process.execPath, [vite, 'build', '--config', join(BARE, 'vite.config.ts')], {
  stdio: 'ignore',
});

const server = await startServer();
await server.welcomeDemo();
const { code } = await server.db
  .selectFrom('links')
  .innerJoin('programs', 'programs.id', 'links.program_id')
  .select('links.code')
  .where('programs.status', '=', 'active')
  .limit(1)
  .executeTakeFirstOrThrow();
const text = await (await fetch(`${server.url}/ref/${code}`, { headers: { accept: 'text/html' } })).text();
const withoutScripts = text.replaceAll(/<script[\s\S]*?<\/script>/g, '');

const bare = await serveStatic(join(BARE, 'dist'));
const file = await serveStatic(BARE, { '/form.html': withoutScripts });
const pages = {
  'sign-in page': `${server.url}/login`,
  'React, Mantine and router alone': `${bare.url}/`,
  'public page': `${server.url}/ref/${code}`,
  'the same without a script': `${file.url}/form.html`,
};

const browser = await chromium.launch(await launchOptions());
const loads = new Map<string, PageLoad[]>();
for (let round = 0; round < Number(rounds); round += 1)
  for (const [page, url] of Object.entries(pages))
    loads.set(page, [...(loads.get(page) ?? []), await measureLoad(browser, url, SLOW_4G)]);
await browser.close();
for (const { close } of [bare, file]) close();
await server.stop();

const measurePaint = (what: string) =>
  figure(
    what,
    'ms',
    (loads.get(what) ?? []).map(({ lcp }) => lcp),
  );
for (const [what, all] of loads) console.log(`${what}: ${all[0]?.requests} requests, ${all[0]?.bytes} bytes`);
report('pages', [
  { ...measurePaint('sign-in page'), baseline: measurePaint('React, Mantine and router alone') },
  { ...measurePaint('public page'), baseline: measurePaint('the same without a script') },
]);
// The shared test database keeps the process alive.
process.exit();
