import type { Lead, Link, Page, Program, SiteForm } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const PATH = `${api}/site-forms/`;
const DAY = 24 * 60 * 60;

let world: World;
let program: Program;
let link: Link;
let partner: string;
let address: SiteForm;
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
  const { card } = await world.partner();
  partner = card.id;
  link = await world.enroll(program.id, card.id);
  address = ok<SiteForm>(await world.boss.post(PATH, { program: program.id }));
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const send = (fields: Record<string, string>, to = address.path ?? '') =>
  world.anonymous.sendText(
    'POST',
    to,
    new URLSearchParams(fields).toString(),
    'application/x-www-form-urlencoded',
  );
const shown = async () => {
  const { results } = ok<{ results: SiteForm[] }>(await world.boss.get(PATH));
  const form = results.find(({ id }) => id === address.id);
  if (form === undefined) throw new Error('no address');
  return form;
};
const leadsOf = async (phone: string) =>
  ok<Page<Lead>>(await world.boss.get(`${api}/leads/?search=${encodeURIComponent(phone)}`)).results;

let forms = 0;
/** Fields of a form, as Tilda sends them. */
const tilda = (phone: string, more: Record<string, string> = {}) => ({
  ...{ Name: 'Мария', Phone: phone, Email: 'maria@example.ru', ref: link.code, click_id: '' },
  ...{ tranid: `7215:${++forms}`, formid: 'form1', formname: 'Замер', ...more },
});

describe('a form of Tilda', () => {
  test('becomes a lead of the partner whose link was opened', async () => {
    const phone = world.phone();
    expect(await send(tilda(phone, { Textarea: 'После шести' }))).toMatchObject({ status: 200, body: {} });
    expect(await leadsOf(phone)).toMatchObject([
      {
        ...{ name: 'Мария', email: 'maria@example.ru', comment: 'После шести', phone },
        ...{ source: 'own_site', partner: { id: partner }, program: { id: program.id } },
      },
    ]);
    expect((await shown()).last_form).toMatchObject({ result: 'accepted', problem: '' });
  });

  test('that is repeated, or sent several times at once, becomes one lead', async () => {
    const phone = world.phone();
    const form = tilda(phone);
    const responses = await Promise.all([send(form), send(form), send(form)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    world.server.advance(2 * DAY);
    expect((await send(form)).status).toBe(200);
    expect(await leadsOf(phone)).toHaveLength(1);
  });

  test('that checks the address is accepted without a lead', async () => {
    expect((await send({ test: 'test' })).status).toBe(200);
    expect((await shown()).last_form).toMatchObject({ result: 'test' });
  });

  test('without a known link becomes a lead without a partner', async () => {
    const phone = world.phone();
    expect((await send(tilda(phone, { ref: 'unknown-code' }))).status).toBe(200);
    expect(await leadsOf(phone)).toMatchObject([{ partner: null }]);
  });

  test('with another phone under the number of an accepted form is refused', async () => {
    const form = tilda(world.phone());
    await send(form);
    expect((await send({ ...form, Phone: world.phone() })).status).toBe(409);
    expect((await shown()).last_form).toMatchObject({
      result: 'refused',
      problem: 'Заявка с этим номером уже принята с другим телефоном.',
    });
  });
});

describe('fields', () => {
  test.each([
    ['Имя', 'Телефон', 'Комментарий'],
    ['ФИО', 'Ваш телефон', 'Сообщение'],
    ['your-name', 'your-tel', 'your-message'],
    ['fields[name]', 'fields[phone]', 'fields[message]'],
  ])('named %s and %s are recognized', async (name, phoneField, comment) => {
    const phone = world.phone();
    expect((await send({ [name]: 'Олег', [phoneField]: phone, [comment]: 'Окно' })).status).toBe(200);
    expect(await leadsOf(phone)).toMatchObject([{ name: 'Олег', comment: 'Окно' }]);
  });

  test('are read from JSON, too', async () => {
    const phone = world.phone();
    const path = address.path ?? '';
    expect((await world.anonymous.post(path, { form: 7, fields: { name: 'Олег', phone } })).status).toBe(200);
    expect(await leadsOf(phone)).toMatchObject([{ name: 'Олег' }]);
  });

  test('without a number of the form become one lead a day', async () => {
    const phone = world.phone();
    for (const _ of [1, 2]) await send({ Имя: 'Олег', Телефон: phone });
    expect(await leadsOf(phone)).toHaveLength(1);
    world.server.advance(DAY);
    await send({ Имя: 'Олег', Телефон: phone });
    expect(await leadsOf(phone)).toMatchObject([{ status: 'duplicate' }, { status: 'new' }]);
  });

  test('other than the phone never refuse a form', async () => {
    const phone = world.phone();
    const form = { Phone: phone, Email: 'not an address', ref: 'x'.repeat(500), click_id: 'x' };
    expect((await send(form)).status).toBe(200);
    expect(await leadsOf(phone)).toMatchObject([{ name: 'Без имени', email: '' }]);
  });
});

describe('a refused form is noted on its address', () => {
  test('when it has no phone, with the names of its fields', async () => {
    const refused = await send({ Name: 'Мария', Contact: 'telegram', tranid: '7215:none' });
    expect(refused.status).toBe(400);
    expect((await shown()).last_form).toMatchObject({
      result: 'refused',
      problem: 'В форме нет телефона. Заполненные поля: Name, Contact, tranid.',
    });
  });

  test('when its phone is not Russian', async () => {
    expect((await send(tilda('+1 212 555-01-00'))).status).toBe(400);
    expect((await shown()).last_form?.problem).toContain('Телефон не похож на российский номер.');
  });

  test('when the program is paused', async () => {
    const path = `${api}/programs/${program.id}/`;
    const paused = ok<Program>(await world.boss.post(`${path}pause/`, {}));
    expect((await send(tilda(world.phone()))).status).toBe(409);
    expect((await shown()).last_form?.problem).toBe('Программа сейчас не принимает лиды.');
    expect(paused.status).toBe('paused');
    ok(await world.boss.post(`${path}activate/`, {}));
  });

  test('when the address is off', async () => {
    const phone = world.phone();
    ok(await world.boss.patch(`${PATH}${address.id}/`, { is_on: false }));
    expect((await send(tilda(phone))).status).toBe(409);
    expect((await shown()).last_form).toMatchObject({ result: 'refused', problem: 'Адрес выключен.' });
    ok(await world.boss.patch(`${PATH}${address.id}/`, { is_on: true }));
    expect(await leadsOf(phone)).toEqual([]);
  });

  test('when there are too many in a minute', async () => {
    await send(tilda(world.phone()));
    const fill = (limit: string, hits: number) =>
      world.server.db.updateTable('rate_limits').set({ hits }).where('key', 'like', `${limit}:%`).execute();
    await fill('site-form', 120);
    const refused = await send(tilda(world.phone()));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await shown()).last_form?.problem).toContain('слишком много');
    await fill('site-form-network', 3000);
    for (const to of [address.path ?? '', '/api/public/forms/unknown/'])
      expect((await send(tilda(world.phone()), to)).status).toBe(429);
  });
});

describe('an address', () => {
  test('is created once for a program', async () => {
    expect(await world.boss.post(PATH, { program: program.id })).toMatchObject({
      status: 409,
      body: { detail: 'У этой программы уже есть адрес для форм.' },
    });
  });

  test('is replaced: the former one is unknown then', async () => {
    const rotated = ok<SiteForm>(await world.boss.post(`${PATH}${address.id}/rotate/`));
    expect(rotated.path).not.toBe(address.path);
    expect((await send(tilda(world.phone()))).status).toBe(404);
    address = rotated;
    expect((await send(tilda(world.phone()))).status).toBe(200);
  });

  test('is stored as a hash and sealed, and its changes are in the journal without it', async () => {
    const secret = address.path?.split('/').at(-2) ?? '';
    const { db } = world.server;
    const stored = [
      await db.selectFrom('site_forms').selectAll().execute(),
      await db.selectFrom('audit_entries').selectAll().execute(),
    ];
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(stored)).not.toContain(secret);
    const entries = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('action', 'like', 'organization.site-form-%')
      .orderBy('at')
      .execute();
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(['create', 'update', 'rotate'].map((action) => `organization.site-form-${action}`)),
    );
  });
});
