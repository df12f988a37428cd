import { readdirSync } from 'node:fs';
import type { TokenPair, User } from '@referral-dashboard/api-contract';
import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);

/** `LONG=1` runs more rounds. */
const { LONG = '' } = process.env;
const ROUNDS = LONG === '' ? 2 : 5;
const PRODUCTION = { APP_MODE: 'production', SECRET_KEY: 'a key for tests, long enough to be one' };

test('kill -9 during a stream of requests loses no acknowledged change', async () => {
  const folder = dataFolder(inject('template'));
  let pairs: TokenPair[] = [];
  let knownNames: string[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const server = startServer(folder);
    const client = createClient({ url: await server.url });
    for (const [person, name] of knownNames.entries()) {
      const stored = (await client.me(pairs[person]?.access ?? '')).body as User;
      // The next change may have been saved before the kill without a response.
      expect([name, next(name)]).toContain(stored.last_name);
    }
    for (const { refresh } of pairs) expect(await client.refresh(refresh)).toMatchObject({ status: 200 });

    const signedIn = await Promise.all([client.signIn(0), client.signIn(1)]);
    const names = [`${round}-0`, `${round}-0`];
    const stream = async (person: number) => {
      for (;;) {
        const name = next(names[person] ?? '');
        const { status } = await client.patch(signedIn[person]?.access ?? '', { last_name: name });
        if (status !== 200) throw new Error(`PATCH responded ${status}`);
        names[person] = name;
        if (person === 0 && countOf(name) === 20 + round * 7) server.kill('SIGKILL');
      }
    };
    const ends = await Promise.allSettled([stream(0), stream(1)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await server.exited).signal).toBe('SIGKILL');
    expect(countOf(names[0] ?? '')).toBeGreaterThanOrEqual(20);
    pairs = signedIn;
    knownNames = names;
  }
});

test('the server starts after kill -9 during the creation of its database', async () => {
  const folder = dataFolder();
  const isCreating = () => readdirSync(folder).some((name) => name.startsWith('database'));
  // Production mode skips the demo data, which would double the time.
  const first = startServer(folder, PRODUCTION);
  await expect.poll(isCreating, { interval: 1, timeout: 30_000 }).toBe(true);
  first.kill('SIGKILL');
  expect(await first.exited).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  const second = startServer(folder, PRODUCTION);
  const client = createClient({ url: await second.url });
  expect(await client.request('/api/health/')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(second.output()).toContain('/setup/');
  expect(readdirSync(folder)).not.toContain('database.draft');
});

const countOf = (name: string) => Number(name.split('-')[1]);
const next = (name: string) => `${name.split('-')[0]}-${countOf(name) + 1}`;
