import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.ts';
import { openSession } from '../support/session.ts';
const url = 'http://127.0.0.1:3151';
const [,, out, path, width = '1440', scheme = 'light', who = 'organization', ...actions] = process.argv;
const people: any = { organization: { phone: process.env.PHONE ?? '+79000000001', password: process.env.PASS ?? 'demo-organization' }, partner: { phone: '+79000000002', password: 'demo-partner' } };
const browser = await chromium.launch(await launchOptions());
const context = await browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow', viewport: { width: Number(width), height: width === '360' ? 740 : 900 }, colorScheme: scheme as any });
const session = await openSession(url, people[who]);
await context.addInitScript((s) => { for (const [k, v] of Object.entries(s)) localStorage.setItem(k, v as string); }, session);
const page = await context.newPage(); page.setDefaultTimeout(5000);
page.on('console', (m) => { if (['error', 'warning'].includes(m.type())) console.log('console:', m.text().slice(0, 300)); });
page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 500)));
await page.goto(url + path);
await page.waitForTimeout(1800);
for (const code of actions) { await new Function('page', `return (async () => { ${code} })()`)(page); await page.waitForTimeout(900); }
await page.screenshot({ path: out });
console.log(page.url(), await page.evaluate(() => document.documentElement.scrollWidth + '/' + innerWidth));
await browser.close();
