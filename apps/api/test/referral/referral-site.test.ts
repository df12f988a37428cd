import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Link, Program, ReferralPage } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setStatus } from '../setup/force.ts';
import { type FormResponse, formClient, getText } from '../setup/referral-form.ts';
import { createWorld, ok, type World } from '../setup/world.ts';

const PAGE = `<!doctype html><html lang="ru"><head>
<meta property="csp-nonce" nonce="__CSP_NONCE__">
<title>Реферальная ссылка</title>
<script type="module" src="/assets/referral-d4.js" nonce="__CSP_NONCE__"></script>
<link rel="stylesheet" href="/assets/referral-c3.css" nonce="__CSP_NONCE__">
</head><body><div id="root"></div></body></html>`;
const HOSTILE_TEXT = `</title></script><script>alert(1)</script>" onload='x' $& $1 __CSP_NONCE__`;

let world: World;
let program: Program;
let link: Link;
let client: ReturnType<typeof formClient>;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'referral.html'), PAGE);
  writeFileSync(
    join(folder, 'index.html'),
    '<script src="/assets/main-a1.js"></script><div id="root"></div>',
  );
  writeFileSync(join(folder, 'assets/referral-c3.css'), '.ref{color:red}');
  world = await createWorld({ dashboardDir: folder });
  program = await world.program({
    landing: { title: 'Окна со скидкой', subtitle: 'Замер бесплатно', text: 'Пластик и дерево' },
    ad_erid: '2VtzqxKf',
  });
  const { card } = await world.partner();
  link = await world.enroll(program.id, card.id);
  client = formClient(world.server);
});
beforeEach(() => world.server.resetLimits());
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = (code = link.code) => client.open(code);
const dataOf = ({ $ }: FormResponse) =>
  JSON.parse($('#server-data').text()) as { code: string | null; page: ReferralPage | null };
const metaOf = ({ $ }: FormResponse, name: string) =>
  $(`meta[name="${name}"], meta[property="${name}"]`).attr('content');

describe('the HTML of a referral page', () => {
  test('shows the inviter, the form, the organization and the ad label without scripts', {
    tags: ['spec/1.ref'],
  }, async () => {
    const response = await open();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(getText(response, 'h1')).toBe('Окна со скидкой');
    expect(getText(response, '.ref-inviter')).toBe('Вас приглашает Олег П.');
    expect(getText(response, 'form label')).toContain('Согласен на обработку персональных данных.');
    expect(response.$('form a').attr('href')).toBe('https://example.ru/privacy');
    expect(getText(response, 'footer')).toMatch(/^Организация .+Рекламаerid: 2VtzqxKf$/);
    expect(response.$('noscript')).toHaveLength(0);
  });

  test('has no cross-origin opener policy, and the dashboard has the policy same-origin', async () => {
    const openApart = async (path: string) =>
      (await fetch(world.server.url + path)).headers.get('cross-origin-opener-policy');
    expect(await openApart(`/ref/${link.code}`)).toBeNull();
    expect(await openApart('/')).toBe('same-origin');
  });

  test('contains a title and a description for messengers and noindex for search engines', async () => {
    const response = await open();
    expect(getText(response, 'title')).toMatch(/^Окна со скидкой · Организация/);
    expect(metaOf(response, 'og:title')).toBe('Окна со скидкой');
    expect(metaOf(response, 'og:description')).toBe('Замер бесплатно');
    expect(metaOf(response, 'description')).toBe('Замер бесплатно');
    expect(metaOf(response, 'og:site_name')).toMatch(/^Организация/);
    expect(metaOf(response, 'robots')).toBe('noindex');
  });

  test('embeds the data of the API call for the client-side application', async () => {
    const page = ok<ReferralPage>(await world.anonymous.get(`/api/public/ref/${link.code}/`));
    expect(dataOf(await open())).toEqual({ code: link.code, page });
  });

  test('contains its styles inline and loads no style sheet', async () => {
    const { $, headers } = await open();
    const nonce = /style-src 'self' 'nonce-([\w-]+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect($('head style').attr('nonce')).toBe(nonce);
    expect($('head style').text()).toBe('.ref{color:red}');
    expect($('link[rel="stylesheet"]')).toHaveLength(0);
    expect($('head script[src]').attr('src')).toBe('/assets/referral-d4.js');
  });

  test('is the same for every spelling of the link, and for HEAD', async () => {
    for (const path of [link.code.toUpperCase(), `${link.code}/`, `${link.code}?utm_source=x`]) {
      const response = await open(path);
      expect([response.status, getText(response, 'h1')]).toEqual([200, 'Окна со скидкой']);
    }
    expect((await client.send(`/ref/${link.code}`, { method: 'HEAD' })).status).toBe(200);
  });

  const SUFFIXES = ['.', ')', ',', '%20', '%E2%80%8B', '%D0', '%D', '%', ').%20%E2%80%8B', '%00', '…'];
  test.each([
    ...SUFFIXES,
    ...SUFFIXES.filter((suffix) => suffix !== '.').map((suffix) => `/${suffix}`),
    '//',
    ')/',
    '/)/',
    '%2F%20',
  ])('redirects a URL with the suffix %s to the URL without it and keeps the query', async (suffix) => {
    const query = '?utm_source=vk&x=%D0';
    const { status, headers } = await client.send(`/ref/${link.code}${suffix}${query}`, {
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([301, `/ref/${link.code}${query}`]);
    expect(getText(await open(link.code + suffix), 'h1')).toBe('Окна со скидкой');
  });

  test.each(['more', 'more/)', ')more'])(
    'responds 404 in Russian when its path continues with /%s',
    async (rest) => {
      const response = await client.send(`/ref/${link.code}/${rest}`, { redirect: 'manual' });
      expect([response.status, getText(response, 'h1')]).toEqual([404, 'Такой ссылки нет']);
    },
  );

  test.each(['/ref/%D0', '/ref/%', '/ref/%D0%9A%D', '/ref/%D0?utm_source=vk', '/ref/%D0/'])(
    'responds 404 in Russian to the invalid percent encoding in %s',
    async (path) => {
      const response = await client.send(path);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect([response.status, getText(response, 'h1')]).toEqual([404, 'Такой ссылки нет']);
    },
  );

  test('is not served for other paths with invalid percent encoding: the dashboard opens and the API responds 400', async () => {
    const page = await client.send('/partners/%D0', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await client.send('/api/public/ref/%D0/')).status).toBe(400);
  });

  test.each([
    ['paused', 'Прием заявок приостановлен'],
    ['archived', 'Заявки не принимаются'],
  ])('shows the state of a program that is %s and no form', async (status, title) => {
    await setStatus(world.server, 'programs', program.id, status);
    const response = await open();
    expect([response.status, getText(response, 'h1')]).toEqual([200, title]);
    expect(response.$('form')).toHaveLength(0);
    await setStatus(world.server, 'programs', program.id, 'active');
  });

  test('responds 404 with a page for an unknown code', async () => {
    for (const code of ['unknown-code', 'a', 'код', '%00', 'x'.repeat(200)]) {
      const response = await open(code);
      expect([code, response.status, getText(response, 'h1')]).toEqual([code, 404, 'Такой ссылки нет']);
      expect(dataOf(response).page).toBeNull();
    }
  });

  test('escapes all texts of the organization', async () => {
    const landing = {
      title: HOSTILE_TEXT.slice(0, 120),
      subtitle: HOSTILE_TEXT,
      text: HOSTILE_TEXT,
      button_text: HOSTILE_TEXT.slice(0, 40),
    };
    const hostileProgram = await world.program({
      landing,
      consent_text: HOSTILE_TEXT,
      ad_label: HOSTILE_TEXT,
      ad_erid: HOSTILE_TEXT,
    });
    const { card } = await world.partner({ company_name: HOSTILE_TEXT, kind: 'legal' });
    const { code } = await world.enroll(hostileProgram.id, card.id);
    const response = await open(code);
    expect(getText(response, 'h1')).toBe(landing.title);
    expect(getText(response, '.ref-subtitle')).toBe(HOSTILE_TEXT);
    expect(getText(response, '.ref-inviter')).toContain(HOSTILE_TEXT);
    expect(metaOf(response, 'og:description')).toBe(HOSTILE_TEXT);
    expect(dataOf(response).page?.landing.text).toBe(HOSTILE_TEXT);
    expect(response.$('script:not([src], [type="application/json"]), [onload]')).toHaveLength(0);
  });

  test('falls back to the error page of the application when the database fails', async () => {
    const { schema } = world.server.db;
    await schema.alterTable('link_codes').renameTo('codes_away').execute();
    const response = await open();
    const sent = await client.post(link.code, { name: 'Анна', phone: world.phone(), consent: 'true' });
    await schema.alterTable('codes_away').renameTo('link_codes').execute();
    expect(response.status).toBe(500);
    expect(response.$('#root')).toHaveLength(1);
    expect(response.$('#server-page')).toHaveLength(0);
    expect(response.$('script[src="/assets/main-a1.js"]')).toHaveLength(1);
    expect([sent.status, getText(sent, 'h1')]).toEqual([500, 'Заявка не отправлена']);
  });
});

test('the response to a submitted form contains no script', async () => {
  const { $ } = await client.post(link.code, { name: '', phone: '', consent: '' });
  expect($('script[src]')).toHaveLength(0);
  expect($('head style').text()).toBe('.ref{color:red}');
});
