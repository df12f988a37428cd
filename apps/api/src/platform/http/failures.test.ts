import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handleErrors } from './failures.ts';
import { createHttp } from './server/http.ts';
import { logRequests } from './server/request-log.ts';

let app: FastifyInstance;
let log: string[];
beforeEach(() => {
  log = [];
  app = createHttp({ logLevel: 'info', trustProxy: [], onLog: (line) => log.push(line) });
  logRequests(app);
  handleErrors(app);
});
afterEach(() => app.close());

const failing = (error: unknown) =>
  app.get('/fail', async () => {
    throw error;
  });

describe('a defect', () => {
  test('is reported with an incident number that the log has, and without internals', async () => {
    failing(new Error('secret detail'));
    const response = await app.inject('/fail');
    const { incident, ...body } = response.json<{ incident: string; detail: string; code: string }>();
    expect(response.statusCode).toBe(500);
    expect(incident).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(response.headers['x-request-id']).toBe(incident);
    expect(body).toEqual({
      detail: `На сервере произошла ошибка. Номер для техподдержки: ${incident}`,
      code: 'server_error',
    });
    expect(response.body).not.toContain('secret');
    const line = log.find((each) => each.includes('secret detail'));
    expect(line).toContain(incident);
  });

  test('is logged without the row that PostgreSQL quotes and the parameters that PGlite adds', async () => {
    const row = { detail: 'Key (phone)=(+79161234567)', where: '+79161234567', params: ['+79161234567'] };
    const refused = Object.assign(new Error('duplicate key'), row, { code: '23505' });
    failing(new Error('not entered', { cause: refused }));
    await app.inject('/fail');
    for (const kept of ['not entered', 'duplicate key', '23505', 'failures.test.ts']) {
      expect(log.join('')).toContain(kept);
    }
    expect(log.join('')).not.toContain('9161234567');
  });

  test('is reported in the same way when it is not an Error', async () => {
    failing('just text');
    expect((await app.inject('/fail')).json()).toMatchObject({ code: 'server_error' });
  });
});

test.each(['ECONNREFUSED', '57P01', '53300', '08006'])('a database outage (%s) is 503', async (code) => {
  failing(Object.assign(new Error('no'), { code }));
  const response = await app.inject('/fail');
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('5');
  expect(response.json()).toEqual({ detail: 'База данных не отвечает.', code: 'unavailable' });
});

test.each([
  ['53100', /^На диске сервера закончилось место/],
  ['ENOSPC', /^На диске сервера закончилось место/],
  ['XX001', /^Часть данных на диске сервера повреждена/],
  ['XX002', /^Часть данных/],
  ['58P01', /^Часть данных/],
])(
  'a disk failure under the database (%s) is reported to the client and in the log',
  async (code, detail) => {
    failing(Object.assign(new Error('of the disk'), { code }));
    const response = await app.inject('/fail');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({ detail: expect.stringMatching(detail), code: 'unavailable' });
    expect(log.join()).toContain('of the disk');
  },
);

const unwritten = 'could not write to log file 000000010000000000000002: ';
test.each([
  ['a file that may not grow', { code: 'XX000', file: 'xlog.c', message: `${unwritten}File too large` }],
  ['a quota', { code: 'XX000', file: 'md.c', message: 'could not extend file: Disk quota exceeded' }],
  ['a read-only file system', { code: '42501', file: 'fd.c', message: 'Read-only file system' }],
  ['a panic', { code: 'XX000', severity: 'PANIC', message: 'could not fsync file' }],
  ['a file that may not grow, in Node', { code: 'EFBIG', message: 'EFBIG: file too large, write' }],
  ['a read-only file system, in Node', { code: 'EROFS', message: 'EROFS: read-only file system' }],
])('a refused write (%s) responds 503 and is logged', async (_name, error) => {
  failing(Object.assign(new Error(error.message), error));
  const response = await app.inject('/fail');
  expect(response.statusCode).toBe(503);
  expect(response.json()).toEqual({
    detail: 'Диск сервера не принимает запись, и ничего нельзя сохранить. Сообщите администратору.',
    code: 'unavailable',
  });
  expect(log.join()).toContain(error.message);
});

test.each([
  ['an internal error outside the storage', { code: 'XX000', file: 'plancache.c' }],
  ['a table without read permission', { code: '42501', file: 'aclchk.c' }],
])('%s is a defect', async (_name, error) => {
  failing(Object.assign(new Error('of the server'), error));
  expect((await app.inject('/fail')).statusCode).toBe(500);
});

test('a violated constraint of the database is a defect, not an outage', async () => {
  failing(Object.assign(new Error('duplicate key'), { code: '23505' }));
  expect((await app.inject('/fail')).statusCode).toBe(500);
});
