import type { Link, Program } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setStatus } from '../setup/force.ts';
import {
  type FormResponse,
  formClient,
  getFieldError,
  getFieldValue,
  getText,
} from '../setup/referral-form.ts';
import { createWorld, type World } from '../setup/world.ts';

const HOUR = 60 * 60;

let world: World;
let program: Program;
let link: Link;
let client: ReturnType<typeof formClient>;
beforeAll(async () => {
  world = await createWorld();
  program = await world.program();
  const { card } = await world.partner();
  link = await world.enroll(program.id, card.id);
  client = formClient(world.server);
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const filled = (more: Record<string, string> = {}) => ({
  name: 'Анна',
  phone: world.phone(),
  comment: 'После шести',
  website: '',
  consent: 'true',
  consent_version: '1',
  ...more,
});
const post = (more?: Record<string, string>, code = link.code) => client.post(code, filled(more));
const stored = (phone: string) =>
  world.server.db.selectFrom('leads').selectAll().where('phone', '=', phone).orderBy('number').execute();

describe('a form submitted without scripts', () => {
  test('creates an unverified lead with its consent', async () => {
    const phone = world.phone();
    const response = await post({ phone });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(getText(response, 'h1')).toBe('Заявка отправлена');
    expect(getText(response, 'h1 + p')).toBe('Спасибо. Мы свяжемся с вами.');
    expect(response.$('main a').attr('href')).toBe(`/ref/${link.code}`);
    const [lead] = await stored(phone);
    expect(lead).toMatchObject({
      name: 'Анна',
      comment: 'После шести',
      status: 'new',
      source: 'public_form',
      unverified: true,
      link_id: link.id,
      click_id: null,
    });
    const consent = world.server.db
      .selectFrom('consents')
      .select('ip')
      .where('lead_id', '=', lead?.id ?? '');
    expect(await consent.executeTakeFirst()).toEqual({ ip: '127.0.0.1' });
  });

  test('is accepted at every spelling of its link', async () => {
    for (const path of [`${link.code.toUpperCase()}`, `${link.code}/`, `${link.code}?utm_source=x`]) {
      expect((await post({}, path)).status).toBe(200);
    }
  });

  test('gets the same response for new, repeated and duplicate leads', async () => {
    const phone = world.phone();
    const first = await post({ phone });
    const repeat = await post({ phone });
    world.server.advance(601);
    const duplicate = await post({ phone });
    expect([getText(repeat), getText(duplicate)]).toEqual([getText(first), getText(first)]);
    expect((await stored(phone)).map(({ status }) => status)).toEqual(['new', 'duplicate']);
  });

  test('gets the same response and is discarded when the honeypot field is filled', async () => {
    const phone = world.phone();
    const response = await post({ phone, website: 'https://spam.example' });
    expect(getText(response)).toBe(getText(await post()));
    expect(await stored(phone)).toEqual([]);
  });

  test('is returned with the entered values and field errors when it is invalid', async () => {
    const response = await post({ name: ' ', phone: '12-34 "', comment: '</textarea><b>', consent: '' });
    expect(response.status).toBe(400);
    expect(getFieldError(response, 'name')).toBe('Напишите, как к вам обращаться');
    expect(getFieldError(response, 'phone')).toBe('Введите номер полностью: +7 и 10 цифр');
    expect(getFieldError(response, 'consent')).toBe('Без согласия заявку отправить нельзя');
    expect(getFieldError(response, 'comment')).toBe('');
    expect(getFieldValue(response, 'phone')).toBe('12-34 "');
    expect(getFieldValue(response, 'comment')).toBe('</textarea><b>');
    expect(response.$('b')).toHaveLength(0);
  });

  test('keeps a given consent unless the text has changed', async () => {
    const isTicked = ({ $ }: FormResponse) => $('[name="consent"]').is('[checked]');
    expect(isTicked(await client.open(link.code))).toBe(false);
    expect(isTicked(await post({ name: '' }))).toBe(true);
    const changed = await post({ consent_version: '7' });
    expect([changed.status, isTicked(changed)]).toEqual([400, false]);
    expect(getFieldError(changed, 'consent')).toContain('Текст согласия изменился');
  });

  test('is accepted three times an hour from one address', async () => {
    for (let sent = 0; sent < 3; sent += 1) expect((await post()).status).toBe(200);
    const response = await post({ name: 'Борис' });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe(String(HOUR));
    expect(getText(response, '[role="alert"]')).toBe('Слишком много попыток. Повторите через 60 мин');
    expect(getFieldValue(response, 'name')).toBe('Борис');
    world.server.advance(HOUR);
    expect((await post()).status).toBe(200);
  });

  test('responds 409 when the program was paused', async () => {
    await setStatus(world.server, 'programs', program.id, 'paused');
    const phone = world.phone();
    const response = await post({ phone });
    expect(response.status).toBe(409);
    expect(getText(response, 'h1')).toBe('Прием заявок приостановлен');
    expect(response.$('form')).toHaveLength(0);
    expect(await stored(phone)).toEqual([]);
    await setStatus(world.server, 'programs', program.id, 'active');
  });

  test('responds 404 for an unknown link', async () => {
    for (const code of ['unknown-code', 'a', 'код', '%00', 'x'.repeat(200)]) {
      const response = await post({}, code);
      expect([code, response.status, getText(response, 'h1')]).toEqual([code, 404, 'Такой ссылки нет']);
    }
  });
});

describe('an invalid form', () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, type = 'application/x-www-form-urlencoded') =>
    client.send(`/ref/${link.code}`, { method: 'POST', body, headers: { 'content-type': type } });

  test.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', 'nonsense'])(
    'gets the response 415 for the content type %s',
    async (type) => {
      const response = await send('{}', type);
      expect([response.status, getText(response, 'h1')]).toEqual([415, 'Заявка не отправлена']);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    },
  );

  test('gets the response 413 when it has one megabyte', async () => {
    const response = await send(`name=${'a'.repeat(1024 * 1024)}`);
    expect([response.status, getText(response, 'h1')]).toEqual([413, 'Заявка не отправлена']);
  });

  test.each([
    ['no fields', ''],
    ['a NUL character', 'name=a%00b&phone=%00&comment=%00&consent=true&consent_version=%00'],
    ['half of a surrogate pair', 'name=a%ed%a0%80b&phone=%ed%b0%80&comment=%ed%a0%80'],
    ['invalid percent encoding', 'name=%zz&phone=%&comment=%e2%28%a1'],
    ['repeated fields', 'name=a&name=b&phone=1&phone=2&consent=true&consent=false'],
    ['names of Object.prototype members', '__proto__=1&constructor=2&toString=3'],
    ['an out-of-range version', 'name=Анна&phone=89161234567&consent=true&consent_version=1e999'],
    ['only separators', '&&&===&;'],
  ])('gets the response 400 with Russian messages for %s', async (_name, body) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    const { $ } = response;
    const sentences = $('.ref-error, .ref-alert')
      .map((_index, one) => $(one).text())
      .get();
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/^[А-Я][^a-zё!]+$/i);
  });

  test('gets the response 400 when its bytes are not text', async () => {
    expect((await send(new Uint8Array([0x6e, 0x3d, 0xff, 0xfe, 0x00]))).status).toBe(400);
  });
});
