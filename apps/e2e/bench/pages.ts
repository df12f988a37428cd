/**
 * How long pages take to be drawn, beside the least that a page of that kind can take: `node bench/pages.ts`, `ROUNDS` of each in turn
 * (15). Prints a table and leaves `reports/bench-pages.json`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.ts';
import { startServer } from '../support/servers.ts';
import { measureLoad, median, type PageLoad, SLOW_4G } from './measure.ts';
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
  'sign-in': { ours: `${server.url}/login`, floor: `${bare.url}/` },
  public: { ours: `${server.url}/ref/${code}`, floor: `${file.url}/form.html` },
};

const browser = await chromium.launch(await launchOptions());
const loads = new Map<string, PageLoad[]>();
for (let round = 0; round < Number(rounds); round += 1) {
  for (const [page, addresses] of Object.entries(pages)) {
    for (const [kind, url] of Object.entries(addresses))
      loads.set(`${page} ${kind}`, [
        ...(loads.get(`${page} ${kind}`) ?? []),
        await measureLoad(browser, url, SLOW_4G),
      ]);
  }
}
await browser.close();
for (const { close } of [bare, file]) close();
await server.stop();

const rows = Object.keys(pages).flatMap((page) =>
  ['ours', 'floor'].map((kind) => {
    const all = loads.get(`${page} ${kind}`) ?? [];
    const lcp = all.map((load) => load.lcp);
    return {
      page,
      kind,
      lcp: Math.round(median(lcp)),
      least: Math.round(Math.min(...lcp)),
      most: Math.round(Math.max(...lcp)),
      requests: all[0]?.requests,
      bytes: all[0]?.bytes,
    };
  }),
);
console.table(rows);
mkdirSync(join(import.meta.dirname, '../reports'), { recursive: true });
writeFileSync(join(import.meta.dirname, '../reports/bench-pages.json'), JSON.stringify(rows, null, 2));
