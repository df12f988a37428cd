import type { LookupAddress } from 'node:dns';
import type { User } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSender } from '../../src/integrations/webhooks/sender.ts';
import { type Receiver, startReceiver } from '../setup/webhook-receiver.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const HEADERS = { 'webhook-id': '1' };
const BODY = JSON.stringify({ type: 'lead.created' });

const PUBLIC = { address: '93.184.216.34', family: 4 };
const LOOPBACK = { address: '127.0.0.1', family: 4 };
const PRIVATE = 'Адрес находится во внутренней сети. Укажите адрес, доступный из интернета.';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** Returns a sender of a production server. Each resolution returns the next answer. */
function strictSender(...answers: LookupAddress[][]) {
  let count = 0;
  return createSender({
    arePrivateHostsAllowed: false,
    resolveHost: async () => {
      const answer = answers[Math.min(count, answers.length - 1)];
      count += 1;
      return answer ?? [];
    },
  });
}

describe('a private address', () => {
  test.each(['127.0.0.1', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0', '127.1'])(
    'is refused at the connection as the literal %s',
    async (host) => {
      const sender = strictSender([PUBLIC]);
      const url = `http://${host}:${receiver.port}/hook`;
      expect(await sender.send(url, HEADERS, BODY)).toMatchObject({ status: null, problem: PRIVATE });
      expect(await sender.findProblem(url.replace('http:', 'https:'))).toBe(PRIVATE);
      await sender.close();
    },
  );

  test('is refused when any address of a name is private, for each of its records', async () => {
    const sender = strictSender([PUBLIC, LOOPBACK]);
    const url = `http://hooks.example.ru:${receiver.port}/hook`;
    expect(await sender.send(url, HEADERS, BODY)).toMatchObject({ status: null, problem: PRIVATE });
    expect(await sender.findProblem('https://hooks.example.ru/')).toBe(PRIVATE);
    await sender.close();
  });

  test('is refused when the name had a public address at the save and has a private one at the connection', async () => {
    const sender = strictSender([PUBLIC], [LOOPBACK]);
    expect(await sender.findProblem('https://rebind.example.ru/')).toBeUndefined();
    const url = `http://rebind.example.ru:${receiver.port}/hook`;
    expect(await sender.send(url, HEADERS, BODY)).toMatchObject({ status: null, problem: PRIVATE });
    await sender.close();
  });

  test('never got a request in these tests', () => expect(receiver.events).toEqual([]));
});

test('a name resolves once for a connection, which uses the checked address', async () => {
  let resolutions = 0;
  const sender = createSender({
    arePrivateHostsAllowed: true,
    resolveHost: async () => {
      resolutions += 1;
      return [LOOPBACK];
    },
  });
  const url = `http://hooks.example.ru:${receiver.port}/hook`;
  expect(await sender.send(url, HEADERS, BODY)).toMatchObject({ status: 204, problem: '' });
  expect(resolutions).toBe(1);
  expect(receiver.events.at(-1)?.headers.host).toBe(`hooks.example.ru:${receiver.port}`);
  await sender.close();
});

test('a server that cannot be reached is a failed attempt with a Russian reason', async () => {
  const sender = createSender({ arePrivateHostsAllowed: true });
  const closed = await startReceiver();
  closed.close();
  expect(await sender.send(closed.url, HEADERS, BODY)).toMatchObject({
    status: null,
    problem: 'Сервер не принимает соединения.',
  });
  const plain = `https://127.0.0.1:${receiver.port}/`;
  expect((await sender.send(plain, HEADERS, BODY)).problem).not.toBe('');
  await sender.close();
});

describe('a webhook of a production server', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ resolveHost: async () => [PUBLIC] });
  });
  afterAll(() => world.stop());
  const create = (url: string, events: unknown = ['lead.created']) =>
    world.boss.post(`${api}/webhooks/`, { url, events, password: world.password });

  test.each([
    ['http://hooks.example.ru/', 'Нужен защищенный адрес вида https://example.ru.'],
    ['https://10.0.0.1/', PRIVATE],
    ['https://user:word@hooks.example.ru/', 'Уберите из адреса имя и пароль.'],
    ['ftp://hooks.example.ru/', 'Введите адрес вида https://example.ru.'],
    ['hooks.example.ru', 'Введите адрес вида https://example.ru.'],
  ])('is not created for %s', async (url, problem) => {
    expect(await create(url)).toMatchObject({ status: 400, body: { url: [problem] } });
  });

  test('is not created without events', async () => {
    expect(await create('https://hooks.example.ru/', [])).toMatchObject({
      status: 400,
      body: { events: ['Выберите хотя бы одно событие.'] },
    });
  });

  test('is not moved to a private address', async () => {
    const { body } = await create('https://hooks.example.ru/');
    const path = `${api}/webhooks/${(body as { id: string }).id}/`;
    const moved = { url: 'https://169.254.169.254/', password: world.password };
    expect(await world.boss.patch(path, moved)).toMatchObject({ status: 400, body: { url: [PRIVATE] } });
  });

  test('needs the password of the owner for its creation and for a new address, and for no other change', async () => {
    const url = 'https://hooks.example.ru/password';
    const input = { url, events: ['lead.created'] };
    const wrong = { status: 400, body: { password: expect.any(Array) } };
    expect(await world.boss.post(`${api}/webhooks/`, input)).toMatchObject(wrong);
    expect(await world.boss.post(`${api}/webhooks/`, { ...input, password: 'not the one' })).toMatchObject(
      wrong,
    );
    const { body } = await create(url);
    const path = `${api}/webhooks/${(body as { id: string }).id}/`;
    const moved = { url: 'https://hooks.example.ru/moved' };
    expect(await world.boss.patch(path, moved)).toMatchObject(wrong);
    expect(await world.boss.patch(path, { ...moved, password: 'not the one' })).toMatchObject(wrong);
    expect(await world.boss.patch(path, { events: ['payment.paid'] })).toMatchObject({
      status: 200,
      body: { url },
    });
    expect(await world.boss.patch(path, { ...moved, password: world.password })).toMatchObject({
      status: 200,
      body: moved,
    });
  });

  test('is not created by an owner of less than a day', async () => {
    const newOwner = await world.employee('owner');
    const { id } = ok<User>(await newOwner.get('/api/accounts/users/me/'));
    await world.server.db
      .updateTable('users')
      .set({ owner_since: world.server.now() })
      .where('id', '=', id)
      .execute();
    const input = { url: 'https://hooks.example.ru/', events: ['lead.created'], password: world.password };
    expect(await newOwner.post(`${api}/webhooks/`, input)).toMatchObject({
      status: 409,
      body: { code: 'new_owner' },
    });
  });

  test('is managed by owners alone', async () => {
    for (const position of ['manager', 'accountant', 'viewer'] as const) {
      const employee = await world.employee(position);
      expect((await employee.get(`${api}/webhooks/`)).status).toBe(403);
    }
  });
});
