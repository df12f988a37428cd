import { randomUUID } from 'node:crypto';
import type { Conversion, Lead, Link, OwnSite, Page, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api, type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const CONVERSIONS = '/api/public/conversions/';
const DAY = 24 * 60 * 60;
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/130.0' };

let world: World;
let site: Caller;
beforeAll(async () => {
  world = await createWorld();
  site = createCaller(world.server, (await world.apiKey(['leads:write'], world.boss)).secret);
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

type Enrolled = { card: { id: string }; link: Link };

async function enrolled(program: Program): Promise<Enrolled> {
  const { card } = await world.partner();
  return { card, link: await world.enroll(program.id, card.id) };
}

async function click({ link }: Enrolled, tags: object = {}): Promise<string> {
  const page = `/api/public/ref/${link.code}/`;
  const { click: id } = ok<{ click: string }>(await world.anonymous.post(`${page}clicks/`, tags, BROWSER));
  await world.server.settled();
  return id;
}

let orders = 0;
const order = () => `order-${++orders}`;
const send = (body: object = {}, by = site) =>
  by.post(CONVERSIONS, { external_id: order(), name: 'Иван Петров', phone: world.phone(), ...body });
const convert = async (body: object = {}) => ok<Conversion>(await send(body));
const leadOf = async ({ lead }: Conversion) => ok<Lead>(await world.boss.get(`${api}/leads/${lead?.id}/`));

describe('a conversion', () => {
  let program: Program;
  let first: Enrolled;
  let last: Enrolled;
  beforeAll(async () => {
    program = await world.program({ attribution_window_days: 30 });
    first = await enrolled(program);
    last = await enrolled(program);
  });
  const clicks = async () => ({ first_click_id: await click(first), click_id: await click(last) });

  test('creates a lead for the partner of the click, with the tags of the click', async () => {
    const click_id = await click(last, { utm_source: 'vk', referrer: 'https://vk.com/feed' });
    const made = await convert({
      ...{ ref: last.link.code, click_id, email: 'ivan@example.ru', comment: 'Позвонить' },
      ...{ product: 'Окно', amount_kop: 1_500_000 },
    });
    expect(made).toMatchObject({
      is_repeat: false,
      program: { id: program.id },
      partner: { id: last.card.id },
      reason: 'last_click',
      detail: expect.stringMatching(
        /^Заявка с вашего сайта. Партнер определен по последнему переходу: .+\.$/,
      ),
      ignored: [],
    });
    const lead = await leadOf(made);
    expect(lead).toMatchObject({
      source: 'own_site',
      email: 'ivan@example.ru',
      link: { id: last.link.id },
      visit: { utm_source: 'vk', referrer_host: 'vk.com' },
      consent: null,
    });
    expect(lead.comment.replaceAll('\u00a0', ' ')).toBe('Позвонить\nТовар: Окно\nСумма: 15 000,00 ₽');
    const history = ok<{ results: { comment: string }[] }>(
      await world.boss.get(`${api}/leads/${lead.id}/history/`),
    );
    expect(history.results.map(({ comment }) => comment)).toEqual([made.detail]);
  });

  test('goes to the partner of the last click by default, and of the first one by the setting of the program', async () => {
    expect((await convert(await clicks())).partner?.id).toBe(last.card.id);
    const { version } = ok<Program>(await world.boss.get(`${api}/programs/${program.id}/`));
    ok(await world.boss.patch(`${api}/programs/${program.id}/`, { version, attribution: 'first' }));
    const made = await convert(await clicks());
    expect(made).toMatchObject({ reason: 'first_click', partner: { id: first.card.id }, ignored: [] });
    ok(
      await world.boss.patch(`${api}/programs/${program.id}/`, { version: version + 1, attribution: 'last' }),
    );
  });

  test('ignores a click outside the window of the program', async () => {
    const click_id = await click(last);
    const { link } = last;
    world.server.advance(30 * DAY + 1);
    const ignored = [{ click: 'last', reason: 'expired' }];
    expect(await convert({ ref: link.code, click_id })).toMatchObject({
      lead: null,
      reason: 'ignored',
      ignored,
    });
    const made = await convert({ ref: link.code, click_id, program: program.id });
    expect(made).toMatchObject({ reason: 'no_click', partner: null, ignored, lead: { status: 'new' } });
    expect(await leadOf(made)).toMatchObject({ source: 'own_site', partner: null, link: null });
  });

  test('counts the window up to the moment of the form', async () => {
    const click_id = await click(last);
    const occurred_at = new Date(world.server.now().getTime() + DAY * 1000).toISOString();
    world.server.advance(40 * DAY);
    expect(await convert({ click_id, occurred_at })).toMatchObject({ partner: { id: last.card.id } });
    const before = new Date(Date.parse(occurred_at) - 2 * DAY * 1000).toISOString();
    expect(await convert({ click_id, occurred_at: before })).toMatchObject({
      lead: null,
      ignored: [{ reason: 'later' }],
    });
    expect(await send({ click_id, occurred_at: '2099-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      body: { occurred_at: ['Этот момент еще не наступил.'] },
    });
  });

  test('accepts a known code without a stored click, as the referral page does', async () => {
    const made = await convert({ ref: last.link.code.toUpperCase(), click_id: randomUUID() });
    expect(made).toMatchObject({ reason: 'last_click', partner: { id: last.card.id } });
  });

  test('ignores values that visitors changed', async () => {
    for (const fields of [{ ref: 'нет такой' }, { click_id: "'; drop table leads" }, { ref: 'nothing77' }])
      expect(await convert(fields)).toMatchObject({ lead: null, ignored: [{ reason: 'unknown' }] });
    expect(await convert({ ref: '', click_id: null, first_ref: '' })).toMatchObject({
      lead: null,
      ignored: [],
    });
  });

  test('ignores links and clicks of other organizations', async () => {
    const other = await world.organization();
    const theirs = await world.program({}, other);
    const { card } = await world.partner({}, other);
    const link = await world.enroll(theirs.id, card.id, other);
    const click_id = await click({ card, link });
    expect(await convert({ ref: link.code, click_id })).toMatchObject({
      lead: null,
      ignored: [{ reason: 'unknown' }],
    });
    expect((await send({ program: theirs.id })).status).toBe(400);
  });

  test('goes to the other click when the partner of the preferred one takes no part', async () => {
    const stopped = await enrolled(program);
    const body = { first_ref: last.link.code, click_id: await click(stopped) };
    ok(await world.boss.post(`${api}/partners/${stopped.card.id}/block/`, { reason: 'Так решили' }));
    expect(await convert(body)).toMatchObject({
      partner: { id: last.card.id },
      ignored: [{ click: 'last', reason: 'stopped' }],
    });
  });

  test('of a named program ignores the clicks of other programs', async () => {
    const other = await world.program();
    const partner = await enrolled(other);
    const body = { click_id: await click(partner), first_click_id: await click(last) };
    expect(await convert(body)).toMatchObject({
      program: { id: other.id },
      ignored: [{ click: 'first', reason: 'other_program' }],
    });
    expect(await convert({ ...body, program: program.id })).toMatchObject({
      partner: { id: last.card.id },
      ignored: [{ click: 'last', reason: 'other_program' }],
    });
  });

  test('is refused while the program accepts no leads', async () => {
    const paused = await world.program();
    const partner = await enrolled(paused);
    ok(await world.boss.post(`${api}/programs/${paused.id}/pause/`));
    expect(await send({ ref: partner.link.code })).toMatchObject({ status: 409, body: { code: 'closed' } });
  });

  test('creates one lead per external id, also concurrently and with another click', async () => {
    const [external_id, phone] = [order(), world.phone()];
    const body = { external_id, phone, ref: last.link.code };
    const made = await Promise.all(Array.from({ length: 5 }, () => convert(body)));
    expect(new Set(made.map(({ lead }) => lead?.id)).size).toBe(1);
    expect(made.filter(({ is_repeat }) => !is_repeat)).toHaveLength(1);
    world.server.advance(DAY);
    const again = await convert({ ...body, ref: first.link.code });
    expect(again).toMatchObject({ is_repeat: true, partner: { id: last.card.id }, reason: 'last_click' });
    expect(await send({ ...body, phone: world.phone() })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
    const { results } = ok<Page<Lead>>(await world.boss.get(`${api}/leads/?search=${phone.slice(2)}`));
    expect(results).toHaveLength(1);
  });

  test('that created nothing may be sent again with the same external id', async () => {
    const external_id = order();
    expect((await convert({ external_id })).lead).toBeNull();
    expect((await convert({ external_id, ref: last.link.code })).lead).not.toBeNull();
  });

  test('needs a key with the right to write leads', async () => {
    const reader = createCaller(world.server, (await world.apiKey(['leads:read'], world.boss)).secret);
    expect((await send({}, reader)).status).toBe(403);
    expect((await send({}, world.anonymous)).status).toBe(401);
    expect((await send({}, (await world.partner()).caller)).status).toBe(403);
  });
});

describe('a link of a program with its own site', () => {
  const own = (more: object = {}) =>
    world.program({
      landing_mode: 'redirect',
      landing_url: 'https://okna.ru/zamer?from=a&x=1#form',
      ...more,
    });
  const open = (link: Link, query = '', headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${world.server.url}/ref/${link.code}${query}`, {
      method,
      redirect: 'manual',
      headers: { ...BROWSER, ...headers },
    });

  test('opens the page of the site with the code, the click, erid and the query of the visitor', async () => {
    const { link, card } = await enrolled(await own({ ad_erid: '2Vtzqx' }));
    const response = await open(link, '?utm_source=vk&x=2&ref=other&q=%D0%B0+b', {
      referer: 'https://vk.com/a',
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const address = new URL(response.headers.get('location') ?? '');
    expect(address.origin + address.pathname + address.hash).toBe('https://okna.ru/zamer#form');
    const { click_id, ...query } = Object.fromEntries(address.searchParams);
    expect(query).toEqual({ from: 'a', x: '2', utm_source: 'vk', q: 'а b', ref: link.code, erid: '2Vtzqx' });
    await world.server.settled();
    const made = await convert({ ref: query['ref'], click_id });
    expect(made.partner?.id).toBe(card.id);
    expect((await leadOf(made)).visit).toMatchObject({ utm_source: 'vk', referrer_host: 'vk.com' });
  });

  test('counts the click once, and no click of a robot or of HEAD', async () => {
    const program = await own();
    const { link } = await enrolled(program);
    expect((await open(link)).status).toBe(302);
    expect((await open(link, '', { 'user-agent': 'TelegramBot (like TwitterBot)' })).status).toBe(302);
    const head = await open(link, '', {}, 'HEAD');
    expect([head.status, head.headers.get('location')]).toEqual([
      302,
      expect.not.stringContaining('click_id'),
    ]);
    await world.server.settled();
    const { figures } = ok<Program>(await world.boss.get(`${api}/programs/${program.id}/`));
    expect(figures.clicks).toBe(1);
  });

  test('opens our page while the program or the partner is stopped', async () => {
    const program = await own();
    const { link, card } = await enrolled(program);
    ok(await world.boss.post(`${api}/programs/${program.id}/pause/`));
    expect((await open(link)).status).not.toBe(302);
    ok(await world.boss.post(`${api}/programs/${program.id}/activate/`));
    expect((await open(link)).status).toBe(302);
    ok(await world.boss.post(`${api}/partners/${card.id}/block/`, { reason: 'Так решили' }));
    expect((await open(link)).status).not.toBe(302);
  });

  test.each([
    ...['http://okna.ru', 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/', 'https://okna.local'],
    ...['https://user:password@okna.ru', 'https://okna', 'javascript:alert(1)', 'okna.ru'],
  ])('cannot be a page that visitors cannot open: %s', async (landing_url) => {
    const response = await world.boss.post(`${api}/programs/`, {
      ...{ name: 'Свой сайт', landing_mode: 'redirect', landing_url },
    });
    expect(response).toMatchObject({ status: 400, body: { landing_url: [expect.any(String)] } });
  });

  test('needs a page, and may have a Cyrillic domain', async () => {
    const create = (more: object) =>
      world.boss.post(`${api}/programs/`, { name: `Сайт ${order()}`, landing_mode: 'redirect', ...more });
    expect(await create({})).toMatchObject({
      status: 400,
      body: { landing_url: ['Укажите страницу вашего сайта.'] },
    });
    expect(await create({ landing_url: 'https://окна.рф/замер' })).toMatchObject({ status: 201 });
  });
});

test('the state names the programs of the site, its last click and its last lead, only to people who sell', async () => {
  const boss = await world.organization();
  const state = async (by = boss) => ok<OwnSite>(await by.get(`${api}/own-site/`));
  expect(await state()).toEqual({ days: 30, programs: [], last_click_at: null, last_lead: null });
  const program = await world.program(
    { landing_mode: 'redirect', landing_url: 'https://okna.ru', attribution_window_days: 60 },
    boss,
  );
  const { card } = await world.partner({}, boss);
  const link = await world.enroll(program.id, card.id, boss);
  const click_id = await click({ card, link });
  const key = createCaller(world.server, (await world.apiKey(['leads:write'], boss)).secret);
  const { lead } = ok<Conversion>(await send({ click_id }, key));
  const { last_lead, ...rest } = await state();
  expect(rest).toEqual({
    days: 60,
    programs: [{ id: program.id, name: program.name }],
    last_click_at: expect.any(String),
  });
  expect(last_lead).toMatchObject({ lead: { id: lead?.id }, partner: { id: card.id } });
  expect(await state(await world.employee('manager', boss))).toMatchObject({ days: 60 });
  for (const position of ['accountant', 'viewer'] as const)
    expect((await (await world.employee(position, boss)).get(`${api}/own-site/`)).status).toBe(403);
});
