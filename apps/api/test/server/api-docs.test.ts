import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_SCOPES } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../setup/world.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');

/** Programs of the document that call the API. */
const COMMANDS = [...DOCUMENT.matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, command = '']) => command)
  .filter((command) => command.includes('curl'));

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

test('every curl command of the document works in its order', async () => {
  const program = await world.program();
  const { secret } = await world.apiKey(API_SCOPES, world.boss);
  let lead = '';
  const run = async (command: string) => {
    const text = command
      .replace('0198c0de-0000-7000-8000-000000000001', program.id)
      .replace('0198c0de-0000-7000-8000-000000000002', lead)
      .replace(/"paid_on": "[\d-]+"/, `"paid_on": "${world.today()}"`);
    const env = { PATH: process.env['PATH'], SITE: world.server.url, KEY: secret };
    // `-f` makes curl fail for a refused call.
    const { stdout } = await promisify(execFile)('sh', ['-ec', text.replaceAll('curl ', 'curl -fsS ')], {
      env,
    });
    return JSON.parse(stdout);
  };
  expect(COMMANDS).toHaveLength(4);
  const [programs = '', newLead = '', readLead = '', newSale = ''] = COMMANDS;
  expect(await run(programs)).toMatchObject({ results: [{ id: program.id }] });
  const created = await run(newLead);
  lead = created.id;
  expect(await run(newLead)).toEqual(created);
  expect(await run(readLead)).toMatchObject({ id: lead, name: 'Иван Петров' });
  // The lead is not a client yet, so the sale waits.
  expect(await run(newSale)).toMatchObject({ results: [{ number: null }], waiting: 1 });
});
