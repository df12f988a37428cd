import { createHash, randomUUID } from 'node:crypto';
import type { HomeSummary, Organization, ReferralPage } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PIXEL } from '../setup/access-bodies.ts';
import { compareFigures } from '../setup/money-company.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const OWN = `${api}/organization/`;
const LOGO = `${OWN}logo/`;
const PERSON = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
};
const BANK = {
  bank_name: 'ПАО Сбербанк',
  bank_bik: '044525225',
  bank_account: '40702810138000000001',
  bank_corr_account: '30101810400000000225',
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const read = async (by: Caller = world.boss) => ok<Organization>(await by.get(OWN));
const change = (patch: object, by: Caller = world.boss) => by.patch(OWN, patch);

describe('the bank details of an organization', () => {
  test('are saved when their check digits match, and are visible only to positions that may read them', async () => {
    ok(await change({ inn: '7707083893', kpp: '773601001', ...BANK, bank_account: '' }));
    expect(await read()).toMatchObject({ ...BANK, bank_account: '', kpp: '773601001' });
    expect(await read(await world.employee('accountant'))).toMatchObject({ bank_bik: '044525225' });
    expect(await read(await world.employee('viewer'))).toMatchObject({
      name: expect.any(String),
      kpp: '',
      bank_name: '',
      bank_bik: '',
      bank_corr_account: '',
    });
  });

  test('are checked together with the saved values', async () => {
    ok(await change({ ...BANK, bank_account: '' }));
    expect(await change({ bank_account: '40702810138000000009' })).toMatchObject({
      status: 400,
      body: { bank_account: ['Проверьте счет и БИК: контрольный ключ не сходится.'] },
    });
    expect(await change({ bank_bik: '' })).toMatchObject({
      status: 400,
      body: { bank_bik: ['Введите БИК: без него счет не проверить.'] },
    });
    expect(await change({ bank_bik: '040173604' })).toMatchObject({
      status: 400,
      body: { bank_corr_account: [expect.stringContaining('контрольный ключ')] },
    });
    expect(await change({ inn: '500100732259' })).toMatchObject({
      status: 400,
      body: { kpp: [expect.any(String)] },
    });
    expect((await read()).bank_bik).toBe('044525225');
  });
});

test('a read-only field is refused with a field error, and nothing is changed', async () => {
  const before = await read();
  expect(await change({ name: 'Другое имя', id: before.id, logo_path: '/x' })).toMatchObject({
    status: 400,
    body: { id: ['Это поле здесь не изменить.'], logo_path: ['Это поле здесь не изменить.'] },
  });
  expect(await read()).toEqual(before);
});

describe('the documents of an organization', () => {
  test('have a version with a digest for every saved text, and no version without a text', async () => {
    const boss = await world.organization();
    expect((await read(boss)).offer).toBeNull();
    ok(await change({ offer: 'Первый текст.' }, boss));
    const first = (await read(boss)).offer;
    expect(first).toMatchObject({ version: 1, text: 'Первый текст.' });
    expect(first?.sha256).toBe(createHash('sha256').update('Первый текст.').digest('hex'));
    ok(await change({ offer: 'Первый текст.', personal_data: 'Согласен.' }, boss));
    expect(await read(boss)).toMatchObject({ offer: { version: 1 }, personal_data: { version: 1 } });
    ok(await change({ offer: '' }, boss));
    expect((await read(boss)).offer).toBeNull();
    ok(await change({ offer: 'Второй текст.' }, boss));
    expect((await read(boss)).offer).toMatchObject({ version: 3 });
    await expect(
      world.server.db.updateTable('documents').set({ text: 'Подмена.' }).execute(),
    ).rejects.toThrow('append only');
  });
});

describe('a partner type that is not allowed', () => {
  test('is refused with a field error in a new card and in a change', async () => {
    const boss = await world.organization();
    ok(await change({ withholds_tax: true }, boss));
    const { id, version } = await world.invited({ kind: 'individual' }, boss);
    expect(await change({ partner_kinds: [] }, boss)).toMatchObject({ status: 400 });
    ok(await change({ partner_kinds: ['legal', 'self_employed'] }, boss));
    expect((await read(boss)).partner_kinds).toEqual(['self_employed', 'legal']);
    const expected = {
      kind: [
        'Организация не работает с партнерами этого вида. Можно выбрать: «Самозанятый», «Юридическое лицо».',
      ],
    };
    expect(await boss.post(`${api}/partners/`, { phone: world.phone(), kind: 'ip' })).toMatchObject({
      status: 400,
      body: expected,
    });
    const patch = (more: object) => boss.patch(`${api}/partners/${id}/`, { version, ...more });
    expect(await patch({ kind: 'ip' })).toMatchObject({ status: 400, body: expected });
    // An existing card keeps its type.
    expect((await patch({ note: 'Звонить утром', kind: 'individual' })).status).toBe(200);
  });
});

describe('the logo', () => {
  const set = (data: string, type = 'image/png') => world.boss.post(LOGO, { type, data });

  test('is served to unauthenticated users with safe headers until it is removed', async () => {
    const { logo_path } = ok<Organization>(await set(PIXEL));
    if (logo_path === null) throw new Error('no logo');
    const response = await world.anonymous.open(logo_path);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PIXEL);
    const second = ok<Organization>(await set(PIXEL)).logo_path;
    expect(second).not.toBe(logo_path);
    expect((await world.anonymous.open(logo_path)).status).toBe(404);
    expect((await world.boss.delete(LOGO)).status).toBe(204);
    expect((await read()).logo_path).toBeNull();
    expect((await world.anonymous.open(second ?? '')).status).toBe(404);
    expect((await world.anonymous.open('/logo/nonsense')).status).toBe(404);
  });

  test.each([
    ['an image of another type than declared', PIXEL, 'image/jpeg'],
    ['an SVG declared as PNG', btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'],
    ['an SVG', btoa('<svg/>  '), 'image/svg+xml'],
    ['an image that is too wide', wide(2000), 'image/png'],
    ['invalid base64', '!!!!', 'image/png'],
    ['a file that is too large', Buffer.alloc(41 * 1024).toString('base64'), 'image/png'],
  ])('cannot be %s', async (_, data, type) => {
    expect((await set(data, type)).status).toBe(400);
  });
});

/** Returns a PNG header with the given width in pixels. */
function wide(width: number): string {
  const picture = Buffer.from(PIXEL, 'base64');
  picture.writeUInt32BE(width, 16);
  return picture.toString('base64');
}

test('the public page uses the brand color with readable contrast, with and without scripts', async () => {
  const boss = await world.organization();
  expect(await change({ brand_color: 'yellow' }, boss)).toMatchObject({ status: 400 });
  ok(await change({ brand_color: '#FFE000' }, boss));
  const { id } = await world.program({}, boss);
  const { card } = await world.partner({}, boss);
  const { code } = await world.enroll(id, card.id, boss);
  const page = ok<ReferralPage>(await world.anonymous.get(`/api/public/ref/${code}/`));
  expect(page.organization.colors).toMatchObject({ fill: '#ffe000', ink: '#000000' });
  const response = await world.anonymous.open(`/ref/${code}`);
  const [, nonce] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
  expect(await response.text()).toContain(
    `<style nonce="${nonce}">:root{--brand-fill:#ffe000;--brand-ink:#000000;--brand-hover:`,
  );
});

describe('daily figures in the time zone of the organization', () => {
  const summaryOf = async (by: Caller, day: string) =>
    ok<HomeSummary>(await by.get(`/api/home/summary/?from=${day}&to=${day}`)).current;

  test.each([
    ['Europe/Kaliningrad', '2031-05-10T22:00:00Z'],
    ['Asia/Kamchatka', '2031-05-10T12:00:00Z'],
  ])('are correct for %s before and after the zone is changed', async (time_zone, midnight) => {
    const boss = await world.organization();
    const { id } = await world.program({}, boss);
    const { card } = await world.partner({}, boss);
    const { code } = await world.enroll(id, card.id, boss);
    const visit = () =>
      world.anonymous.post(`/api/public/ref/${code}/clicks/`, { visitor: randomUUID() }, PERSON);
    const second = (offset: number) => new Date(Date.parse(midnight) + offset * 1000);
    for (const offset of [-1, 0]) {
      world.server.setClock(second(offset));
      await world.lead(id, { partner: card.id }, boss);
      ok(await visit());
    }
    await world.server.settled();
    ok(await change({ time_zone }, boss));
    for (const day of ['2031-05-10', '2031-05-11'])
      expect(await summaryOf(boss, day)).toMatchObject({ leads: 1, clicks: 1, unique_clicks: 1 });
    const me = ok<{ time_zone: string }>(await boss.get('/api/accounts/users/me/'));
    expect(me.time_zone).toBe(time_zone);
    const file = await boss.open(`${api}/leads/export/?format=csv`, { headers: boss.headers });
    expect(file.headers.get('content-disposition')).toContain('2031-05-11');
    // Later leads are counted in the new zone, and all figures equal a rebuild.
    world.server.setClock(second(60));
    await world.lead(id, {}, boss);
    ok(await visit());
    await world.server.settled();
    expect(await summaryOf(boss, '2031-05-11')).toMatchObject({ leads: 2, clicks: 2 });
    const [stored, recomputed] = await compareFigures(world.server.db);
    expect(stored).toEqual(recomputed);
    // Changing back loses no data.
    ok(await change({ time_zone: 'Europe/Moscow' }, boss));
    const { current } = ok<HomeSummary>(await boss.get('/api/home/summary/?from=2031-05-09&to=2031-05-12'));
    expect(current).toMatchObject({ leads: 3, clicks: 3, unique_clicks: 3 });
  });

  test('a time zone outside Russia is refused', async () => {
    expect(await change({ time_zone: 'Europe/London' })).toMatchObject({
      status: 400,
      body: { time_zone: ['Недопустимое значение.'] },
    });
  });
});
