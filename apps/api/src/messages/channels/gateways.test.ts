import { expect, test } from 'vitest';
import type { Outcome } from './channel.ts';
import { type SmsSettings, sms } from './sms.ts';
import { smsAero } from './sms-aero.ts';
import { smsc } from './smsc.ts';

const message = { id: '1', to: '+79161234567', title: 'Код', text: 'Код: 123456', url: null };

type Call = { url: string; init: RequestInit };

/** A gateway that returns one documented response. */
function stub(status: number, body: unknown) {
  const calls: Call[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return Response.json(body, { status });
  }) as typeof globalThis.fetch;
  return { calls, fetch };
}

const aeroSettings: SmsSettings = {
  provider: 'smsaero',
  login: 'me@example.ru',
  key: 'secret',
  sender: 'Okna',
};
const smscSettings: SmsSettings = { provider: 'smsc', login: 'me', key: 'secret', sender: 'Okna' };

test('SMSC receives a form with login, phone and text', async () => {
  const { calls, fetch } = stub(200, { id: 1, cnt: 1 });
  expect(await sms(smsc(smscSettings), 'Okna', fetch).send(message)).toEqual({ kind: 'sent' });
  expect(calls[0]?.url).toBe('https://smsc.ru/sys/send.php');
  expect(Object.fromEntries(calls[0]?.init.body as URLSearchParams)).toEqual({
    login: 'me',
    psw: 'secret',
    phones: '79161234567',
    mes: 'Код: 123456',
    charset: 'utf-8',
    fmt: '3',
    sender: 'Okna',
  });
});

test('SMSC without a login receives the API key and no empty sender', async () => {
  const { calls, fetch } = stub(200, { id: 1, cnt: 1 });
  await sms(smsc({ ...smscSettings, login: '', sender: '' }), '', fetch).send(message);
  const form = Object.fromEntries(calls[0]?.init.body as URLSearchParams);
  expect(form).toMatchObject({ apikey: 'secret' });
  expect(Object.keys(form)).not.toEqual(expect.arrayContaining(['login', 'psw', 'sender']));
});

test.each<[number, Outcome['kind']]>([
  [1, 'refused'],
  [2, 'down'],
  [3, 'down'],
  [4, 'down'],
  [6, 'refused'],
  [7, 'refused'],
  [8, 'refused'],
  [9, 'sent'],
  [99, 'failed'],
])('maps error %i of SMSC to %s', async (error_code, kind) => {
  const { fetch } = stub(200, { error: 'ERROR', error_code });
  expect(await sms(smsc(smscSettings), '', fetch).send(message)).toMatchObject({ kind });
});

test('SMS Aero receives JSON with basic authentication', async () => {
  const { calls, fetch } = stub(200, { success: true, data: { id: 1, status: 0, cost: 4 }, message: null });
  expect(await sms(smsAero(aeroSettings), 'Okna', fetch).send(message)).toEqual({ kind: 'sent' });
  expect(calls[0]?.url).toBe('https://gate.smsaero.ru/v2/sms/send');
  expect(calls[0]?.init.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('me@example.ru:secret').toString('base64')}`,
    'content-type': 'application/json',
  });
  expect(JSON.parse(String(calls[0]?.init.body))).toEqual({
    number: '79161234567',
    text: 'Код: 123456',
    sign: 'Okna',
  });
});

test.each<[number, object, Outcome['kind']]>([
  [200, { success: true, data: { status: 8 } }, 'sent'],
  [401, { success: false, message: 'Your request was made with invalid credentials.' }, 'down'],
  [402, { success: false, message: 'Not enough money' }, 'down'],
  [200, { success: false, data: null, message: 'Not enough money.' }, 'down'],
  [400, { success: false, data: { number: ['bad'] }, message: 'Validation error: number' }, 'refused'],
  [400, { success: false, data: null, message: 'Validation error.' }, 'refused'],
  [429, { success: false, message: 'Too many requests' }, 'failed'],
  [503, {}, 'failed'],
])('maps status %i and body %j of SMS Aero to %s', async (status, body, kind) => {
  const { fetch } = stub(status, body);
  expect(await sms(smsAero(aeroSettings), '', fetch).send(message)).toMatchObject({ kind });
});

test('reports a gateway that does not respond as down, without the key in the problem', async () => {
  const unreachable = (async () => {
    throw new Error('connect secret');
  }) as unknown as typeof globalThis.fetch;
  for (const gateway of [smsc(smscSettings), smsAero(aeroSettings)])
    expect(await sms(gateway, '', unreachable).send(message)).toEqual({
      kind: 'down',
      problem: 'СМС-шлюз не отвечает.',
    });
});

test('shortens a long text to limit its cost', async () => {
  const { calls, fetch } = stub(200, { id: 1 });
  await sms(smsc(smscSettings), '', fetch).send({ ...message, text: 'я'.repeat(5000) });
  const form = Object.fromEntries(calls[0]?.init.body as URLSearchParams);
  expect(form['mes']).toHaveLength(402);
});
