import { statfsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handleErrors } from '../http/failures.ts';
import { createHttp } from '../http/server/http.ts';
import { createDiskReader, refuseWritesWhenFull } from './disk.ts';

const MIB = 1024 * 1024;
/** A disk with `mib` MiB of free space. */
const disk = (mib: number) =>
  createDiskReader('/data', ((..._path: unknown[]) => ({
    bavail: mib,
    bsize: MIB,
  })) as unknown as typeof statfsSync);

test.each([
  [5000, 'ok'],
  [512, 'ok'],
  [511, 'low'],
  [32, 'low'],
  [31, 'full'],
  [0, 'full'],
] as const)('%d MiB of free space make a disk %s', (mib, state) => {
  expect(disk(mib)()).toEqual({ state, freeMib: mib });
});

test('a disk without known free space counts as healthy', () => {
  expect(createDiskReader('/no/such/folder', statfsSync)().state).toBe('ok');
});

test('a full disk refuses calls that may write, and allows reads', async () => {
  const app = createHttp({ logLevel: 'silent', trustProxy: [] });
  handleErrors(app);
  refuseWritesWhenFull(app, disk(3));
  app.all('/', async () => 'done');
  expect((await app.inject({ method: 'GET', url: '/' })).statusCode).toBe(200);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const response = await app.inject({ method, url: '/' });
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({
      detail: expect.stringMatching(/^На диске сервера закончилось место/),
    });
  }
  await app.close();
});
