import { expect, test } from 'vitest';
import { telegram } from './telegram.ts';
import { createTelegramApi } from './telegram-api.ts';

const TOKEN = '123456:ABC-secret';
const message = {
  id: '1',
  to: '42',
  title: 'Новый лид',
  text: 'Пришел лид.',
  url: 'https://example.ru/leads',
};

function stub(status: number, body: unknown) {
  const calls: { url: string; body: unknown }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    calls.push({ url, body: JSON.parse(String(init.body)) });
    return Response.json(body, { status });
  }) as typeof globalThis.fetch;
  return { calls, channel: telegram(createTelegramApi(TOKEN, fetch), '123456') };
}

test('sends heading, text and URL to the chat', async () => {
  const { calls, channel } = stub(200, { ok: true, result: {} });
  expect(await channel.send(message)).toEqual({ kind: 'sent' });
  expect(calls).toMatchObject([
    {
      url: `https://api.telegram.org/bot${TOKEN}/sendMessage`,
      body: { chat_id: '42', text: 'Новый лид\n\nПришел лид.\n\nhttps://example.ru/leads' },
    },
  ]);
});

test.each([
  [429, { ok: false, error_code: 429, parameters: { retry_after: 35 } }, { kind: 'slow', seconds: 35 }],
  [
    403,
    { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
    { kind: 'gone' },
  ],
  [400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' }, { kind: 'refused' }],
  [401, { ok: false, error_code: 401, description: 'Unauthorized' }, { kind: 'down' }],
  [502, {}, { kind: 'down' }],
])('maps status %i to an outcome', async (status, body, outcome) => {
  const { channel } = stub(status, body);
  const result = await channel.send(message);
  expect(result).toMatchObject(outcome);
  expect(JSON.stringify(result)).not.toContain('secret');
});
