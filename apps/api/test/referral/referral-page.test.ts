import type { Link, Program, ReferralPage } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setStatus } from '../setup/force.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PHONE_BROWSER = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
};
const HOUR = 60 * 60;

let world: World;
let program: Program;
let partnerId: string;
let link: Link;
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
  const { card } = await world.partner({ last_name: 'Петров', first_name: 'Олег' });
  partnerId = card.id;
  link = await world.enroll(program.id, card.id);
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const at = (code = link.code) => `/api/public/ref/${code}/`;
const page = async (code?: string) => ok<ReferralPage>(await world.anonymous.get(at(code)));
const submit = (more: object = {}, code?: string) =>
  world.anonymous.post(`${at(code)}leads/`, { name: 'Анна', phone: world.phone(), consent: true, ...more });
const stored = async (phone: string) =>
  world.server.db.selectFrom('leads').selectAll().where('phone', '=', phone).orderBy('number').execute();

describe('the page', () => {
  test('shows the inviting organization and its program, and no other field', async () => {
    expect(await page()).toEqual({
      state: 'open',
      organization: {
        name: expect.any(String),
        legal_name: '',
        privacy_policy_url: 'https://example.ru/privacy',
        colors: null,
        logo_path: null,
        support_url: '',
      },
      invited_by: 'Олег П.',
      landing: { title: 'Окна со скидкой', subtitle: '', text: '', button_text: 'Оставить заявку' },
      consent: { version: 1, text: 'Согласен на обработку персональных данных.' },
      ad_label: '',
      ad_erid: '',
    });
  });

  test('is one page in every writing of its link', async () => {
    for (const path of [at(), at().slice(0, -1), at(link.code.toUpperCase()), `${at()}?utm_source=x`]) {
      expect(await world.anonymous.get(path)).toMatchObject({ status: 200, body: { state: 'open' } });
    }
  });

  test('is not found for a code nobody has, nor for what is no code', async () => {
    for (const code of ['unknown-code', 'a', 'код', '..%2f', `${link.code}x`]) {
      expect(await world.anonymous.get(at(code))).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ['a paused program', 'programs', () => program.id, 'paused', 'active', 'paused'],
    ['an archived program', 'programs', () => program.id, 'archived', 'active', 'closed'],
    ['a blocked partner', 'partners', () => partnerId, 'blocked', 'active', 'closed'],
    ['an archived partner', 'partners', () => partnerId, 'archived', 'active', 'closed'],
  ] as const)('of %s takes no leads and says so', async (_name, table, id, status, before, state) => {
    await setStatus(world.server, table, id(), status);
    const phone = world.phone();
    expect((await page()).state).toBe(state);
    expect(await submit({ phone })).toMatchObject({ status: 409, body: { code: 'closed' } });
    expect(await stored(phone)).toEqual([]);
    await setStatus(world.server, table, id(), before);
  });

  test('of a link that was switched off is closed', async () => {
    ok(await world.boss.patch(`${api}/links/${link.id}/`, { active: false }));
    expect((await page()).state).toBe('closed');
    ok(await world.boss.patch(`${api}/links/${link.id}/`, { active: true }));
  });

  test('of a program that is over says so', async () => {
    const ends_at = new Date(world.server.now().getTime() + 1000).toISOString();
    const ending = await world.program({ ends_at });
    const { code } = await world.enroll(ending.id, partnerId);
    world.server.advance(1);
    expect((await page(code)).state).toBe('ended');
  });
});

describe('a lead', () => {
  test('is kept with its link, its partner and the consent that was given', async () => {
    const phone = world.phone();
    expect(await submit({ phone, email: 'Anna@example.ru', comment: 'После шести' })).toMatchObject({
      status: 200,
      body: { success_text: 'Спасибо. Мы свяжемся с вами.' },
    });
    const [lead] = await stored(phone);
    expect(lead).toMatchObject({
      source: 'public_form',
      link_id: link.id,
      partner_id: partnerId,
      status: 'new',
    });
    expect(ok(await world.boss.get(`${api}/leads/${lead?.id}/`))).toMatchObject({
      consent: { version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      comment: 'После шести',
    });
  });

  test.each([undefined, false, null, 'true', 1])('without consent (%s) is none', async (consent) => {
    const phone = world.phone();
    expect(await submit({ phone, consent })).toMatchObject({
      status: 400,
      body: { consent: [expect.any(String)] },
    });
    expect(await stored(phone)).toEqual([]);
  });

  test('that agrees to a text nobody wrote is asked to read again', async () => {
    expect(await submit({ consent_version: 7 })).toMatchObject({
      status: 400,
      body: { consent: [expect.any(String)] },
    });
  });

  test('new, repeated and duplicate is answered alike: nobody learns whose phone is known', async () => {
    const phone = world.phone();
    const first = await submit({ phone });
    const repeat = await submit({ phone });
    world.server.advance(601);
    const duplicate = await submit({ phone });
    expect([repeat.status, repeat.body]).toEqual([first.status, first.body]);
    expect([duplicate.status, duplicate.body]).toEqual([first.status, first.body]);
    expect((await stored(phone)).map(({ status }) => status)).toEqual(['new', 'duplicate']);
  });

  test('from a robot in the trap is answered alike and thrown away', async () => {
    const phone = world.phone();
    expect(await submit({ phone, website: 'https://spam.example' })).toMatchObject({ status: 200 });
    expect(await stored(phone)).toEqual([]);
  });

  test('after twenty others from one network within the hour has to wait', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect((await submit()).status).toBe(200);
    const answer = await submit();
    expect(answer).toMatchObject({ status: 429, body: { detail: expect.stringContaining('60 мин') } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    world.server.advance(HOUR);
    expect((await submit()).status).toBe(200);
  });
});

describe('a visit', () => {
  const visit = async (
    more: object = {},
    headers: Record<string, string> = PHONE_BROWSER,
    code = link.code,
  ) => {
    const { click } = ok<{ click: string }>(await world.anonymous.post(`${at(code)}clicks/`, more, headers));
    await world.server.settled();
    return click;
  };
  const newLink = async () => {
    const body = { program: program.id, label: 'Для счета' };
    return ok<Link>(await world.boss.post(`${api}/partners/${partnerId}/links/`, body));
  };
  const counted = async ({ id }: Link) => {
    const { results } = ok<{ results: Link[] }>(await world.boss.get(`${api}/partners/${partnerId}/links/`));
    const { clicks, unique_clicks } = results.find((one) => one.id === id) ?? {};
    return [clicks, unique_clicks];
  };

  test('counts every time, a visitor once a day', async () => {
    const own = await newLink();
    await visit({ visitor: 'a' }, PHONE_BROWSER, own.code);
    await visit({ visitor: 'a' }, PHONE_BROWSER, own.code);
    await visit({ visitor: 'b' }, PHONE_BROWSER, own.code);
    expect(await counted(own)).toEqual([3, 2]);
    world.server.advance(24 * HOUR + 1);
    await visit({ visitor: 'a' }, PHONE_BROWSER, own.code);
    expect(await counted(own)).toEqual([4, 3]);
  });

  test.each([
    ['a messenger that draws a preview', { 'user-agent': 'TelegramBot (like TwitterBot)' }],
    ['a browser that fetches ahead', { ...PHONE_BROWSER, 'sec-purpose': 'prefetch' }],
  ])('of %s is kept and not counted', async (_name, headers) => {
    const own = await newLink();
    const id = await visit({}, headers, own.code);
    expect(await counted(own)).toEqual([0, 0]);
    const click = await world.server.db
      .selectFrom('clicks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(click).toMatchObject({ is_bot: true, is_unique: false });
  });

  test('keeps the host it came from and its marks, not the whole address', async () => {
    const id = await visit({ referrer: 'https://vk.com/im?sel=42', utm_source: 'vk', utm_term: '' });
    const click = await world.server.db
      .selectFrom('clicks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(click).toMatchObject({ referrer_host: 'vk.com', utm: { utm_source: 'vk' } });
  });

  test('belongs to the day it is where the organization is', async () => {
    const own = await newLink();
    world.server.setClock(new Date('2027-03-31T20:59:59Z'));
    await visit({}, PHONE_BROWSER, own.code);
    world.server.setClock(new Date('2027-03-31T21:00:00Z'));
    await visit({}, PHONE_BROWSER, own.code);
    const { rows } = await daysOf(own.id);
    expect(rows).toEqual([
      { day: '2027-03-31', clicks: 1, unique_clicks: 1 },
      { day: '2027-04-01', clicks: 1, unique_clicks: 0 },
    ]);
  });
  const daysOf = async (id: string) => {
    const rows = await world.server.db
      .selectFrom('click_days')
      .select(({ cast }) => [cast<string>('day', 'text').as('day'), 'clicks', 'unique_clicks'])
      .where('link_id', '=', id)
      .orderBy('day')
      .execute();
    return { rows };
  };

  test('is remembered by the lead that followed, unless it was of another link', async () => {
    const [phone, other] = [world.phone(), world.phone()];
    const click = await visit();
    await submit({ phone, click });
    const own = await newLink();
    await submit({ phone: other, click }, own.code);
    expect((await stored(phone))[0]?.click_id).toBe(click);
    expect((await stored(other))[0]?.click_id).toBeNull();
  });

  test('that cannot be written down is no business of the visitor', async () => {
    await world.server.db.schema.alterTable('clicks').renameTo('clicks_away').execute();
    expect(ok(await world.anonymous.post(`${at()}clicks/`, {}, PHONE_BROWSER))).toEqual({
      click: expect.any(String),
    });
    await world.server.settled();
    await world.server.db.schema.alterTable('clicks_away').renameTo('clicks').execute();
  });
});
