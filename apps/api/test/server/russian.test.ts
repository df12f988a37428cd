import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { languageProblems } from '../setup/russian.ts';

test.each([
  [{ detail: 'Not found.' }],
  [{ name: ['Обязательное поле.', 'Invalid input'] }],
  [{ 'landing.title': ['Expected string, received number'] }],
  [{ detail: 'Поле title не заполнено.' }],
  [{ detail: 'программа закрыта.' }],
  [{ detail: 'Ещё раз.' }],
  [{ detail: 'Готово!' }],
  [{ detail: '' }],
  [{ messages: [{ token_type: 'access', message: 'Token is invalid' }] }],
  [{ results: [{ refused: [{ id: 'a', detail: 'Not allowed' }] }] }],
  ['Bad Request'],
])('the error %j breaks the language rules', (body) => {
  expect(languageProblems(body)).toHaveLength(1);
});

test.each([
  [{ detail: 'Метод "PUT" не разрешен.' }],
  [{ detail: 'Неподдерживаемый тип данных "image/png; x="y"" в запросе.' }],
  [{ detail: 'Нельзя.', code: 'invalid_transition', current: 'new', allowed: ['won'] }],
  [{ site: ['Введите адрес вида https://example.ru.'], starts_at: ['Введите дату в формате ISO 8601.'] }],
])('the error %j follows the language rules', (body) => {
  expect(languageProblems(body)).toEqual([]);
});

test('an English error fails every test that receives it', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"Route not found"}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(createClient({ url }).request('/api/nothing/')).rejects.toThrow('Route, not, found');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
