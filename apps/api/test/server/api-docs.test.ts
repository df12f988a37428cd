import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_SCOPES } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, ok, type World } from '../setup/world.ts';

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

/** Adds a partner whose link was opened. @returns the code of the link and the id of the click. */
async function openLink(program: string) {
  const { card } = await world.partner();
  const { code } = await world.enroll(program, card.id);
  const path = `/api/public/ref/${code}/clicks/`;
  const { click } = ok<{ click: string }>(await world.anonymous.post(path, {}));
  await world.server.settled();
  return { code, click };
}

test('every curl command of the document works in its order', async () => {
  const program = await world.program();
  const { code, click } = await openLink(program.id);
  const { secret } = await world.apiKey(API_SCOPES, world.boss);
  const values: Record<string, string> = {
    '0198c0de-0000-7000-8000-000000000001': program.id,
    '0198c0de-0000-7000-8000-000000000003': click,
    okna77: code,
    '2026-11-27': world.today(),
  };
  /** Runs a command with the values of this test. `-f` makes curl fail for a refused call. */
  const run = async (command = '') => {
    const text = Object.entries(values).reduce(
      (before, [example, value]) => before.replace(example, value),
      command.replaceAll('curl ', 'curl -fsS '),
    );
    const env = { PATH: process.env['PATH'], SITE: world.server.url, KEY: secret };
    const { stdout } = await promisify(execFile)('sh', ['-ec', text], { env });
    return JSON.parse(stdout);
  };
  expect(COMMANDS).toHaveLength(5);
  const [programs, newLead, readLead, newSale, conversion] = COMMANDS;
  expect(await run(programs)).toMatchObject({ results: [{ id: program.id }] });
  const { id } = await run(newLead);
  expect(await run(newLead)).toMatchObject({ id });
  values['0198c0de-0000-7000-8000-000000000002'] = id;
  expect(await run(readLead)).toMatchObject({ id, name: 'Иван Петров' });
  // The lead is not a client yet, so the sale waits.
  expect(await run(newSale)).toMatchObject({ results: [{ number: null }], waiting: 1 });
  expect(await run(conversion)).toMatchObject({ program: { id: program.id }, reason: 'last_click' });
});
