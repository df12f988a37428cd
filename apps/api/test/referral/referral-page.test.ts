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

describe('the data of a referral page', () => {
  test('contains the organization and its program and no other fields', async () => {
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

  test('is the same for every spelling of the link', async () => {
    for (const path of [at(), at().slice(0, -1), at(link.code.toUpperCase()), `${at()}?utm_source=x`]) {
      expect(await world.anonymous.get(path)).toMatchObject({ status: 200, body: { state: 'open' } });
    }
  });

  test('responds 404 for an unknown or invalid code', async () => {
    for (const code of ['unknown-code', 'a', 'код', '..%2f', `${link.code}x`]) {
      expect(await world.anonymous.get(at(code))).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ['a paused program', 'programs', () => program.id, 'paused', 'active', 'paused'],
    ['an archived program', 'programs', () => program.id, 'archived', 'active', 'closed'],
    ['a blocked partner', 'partners', () => partnerId, 'blocked', 'active', 'closed'],
    ['an archived partner', 'partners', () => partnerId, 'archived', 'active', 'closed'],
  ] as const)(
    'shows the state of %s, and leads are refused',
    async (_name, table, id, status, before, state) => {
      await setStatus(world.server, table, id(), status);
      const phone = world.phone();
      expect((await page()).state).toBe(state);
      expect(await submit({ phone })).toMatchObject({ status: 409, body: { code: 'closed' } });
      expect(await stored(phone)).toEqual([]);
      await setStatus(world.server, table, id(), before);
    },
  );

  test('is closed when the link is switched off', async () => {
    ok(await world.boss.patch(`${api}/links/${link.id}/`, { active: false }));
    expect((await page()).state).toBe('closed');
    ok(await world.boss.patch(`${api}/links/${link.id}/`, { active: true }));
  });

  test('has the state ended when the program has ended', async () => {
    const ends_at = new Date(world.server.now().getTime() + 1000).toISOString();
    const endingProgram = await world.program({ ends_at });
    const { code } = await world.enroll(endingProgram.id, partnerId);
    world.server.advance(1);
    expect((await page(code)).state).toBe('ended');
  });
});

describe('a lead from the referral page', () => {
  test('is stored with its link, partner and consent', async () => {
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

  test.each([undefined, false, null, 'true', 1])('is refused with the consent %s', async (consent) => {
    const phone = world.phone();
    expect(await submit({ phone, consent })).toMatchObject({
      status: 400,
      body: { consent: [expect.any(String)] },
    });
    expect(await stored(phone)).toEqual([]);
  });

  test('is refused with an unknown version of the consent text', async () => {
    expect(await submit({ consent_version: 7 })).toMatchObject({
      status: 400,
      body: { consent: [expect.any(String)] },
    });
  });

  test('gets the same response when it is new, repeated or a duplicate, so that known phones are not revealed', async () => {
    const phone = world.phone();
    const first = await submit({ phone });
    const repeat = await submit({ phone });
    world.server.advance(601);
    const duplicate = await submit({ phone });
    expect([repeat.status, repeat.body]).toEqual([first.status, first.body]);
    expect([duplicate.status, duplicate.body]).toEqual([first.status, first.body]);
    expect((await stored(phone)).map(({ status }) => status)).toEqual(['new', 'duplicate']);
  });

  test('gets the same response and is discarded when the honeypot field is filled', async () => {
    const phone = world.phone();
    expect(await submit({ phone, website: 'https://spam.example' })).toMatchObject({ status: 200 });
    expect(await stored(phone)).toEqual([]);
  });

  test('is refused after twenty others from one network within an hour', async () => {
    for (let sent = 0; sent < 20; sent += 1) expect((await submit()).status).toBe(200);
    const response = await submit();
    expect(response).toMatchObject({ status: 429, body: { detail: expect.stringContaining('60 мин') } });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
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

  test('is always counted, and its visitor once a day', async () => {
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
    ['a messenger that creates a preview', { 'user-agent': 'TelegramBot (like TwitterBot)' }],
    ['a browser that prefetches the page', { ...PHONE_BROWSER, 'sec-purpose': 'prefetch' }],
  ])('of %s is stored and not counted', async (_name, headers) => {
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

  test('stores the host of the referrer and the UTM tags, not the whole URL', async () => {
    const id = await visit({ referrer: 'https://vk.com/im?sel=42', utm_source: 'vk', utm_term: '' });
    const click = await world.server.db
      .selectFrom('clicks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(click).toMatchObject({ referrer_host: 'vk.com', utm: { utm_source: 'vk' } });
  });

  test('is counted for the day in the time zone of the organization', async () => {
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

  test('is stored in the lead that followed it, unless it belongs to another link', async () => {
    const [phone, other] = [world.phone(), world.phone()];
    const click = await visit();
    await submit({ phone, click });
    const own = await newLink();
    await submit({ phone: other, click }, own.code);
    expect((await stored(phone))[0]?.click_id).toBe(click);
    expect((await stored(other))[0]?.click_id).toBeNull();
  });

  test('gets the usual response even when it cannot be stored', async () => {
    await world.server.db.schema.alterTable('clicks').renameTo('clicks_away').execute();
    expect(ok(await world.anonymous.post(`${at()}clicks/`, {}, PHONE_BROWSER))).toEqual({
      click: expect.any(String),
    });
    await world.server.settled();
    await world.server.db.schema.alterTable('clicks_away').renameTo('clicks').execute();
  });
});
