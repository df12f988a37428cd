import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientResponse } from '../setup/client.ts';
import { type PhoneCall, phoneCalls, phoneMaker } from '../setup/phones.ts';
import { recordStatements } from '../setup/statements.ts';
import { type Caller, createWorld, type World } from '../setup/world.ts';

// test/long/enumeration compares the response times.

let world: World;
let other: Caller;
let calls: PhoneCall[];
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
  other = await world.organization();
  calls = await phoneCalls(world);
});
afterAll(() => world.stop());

/** Statements for unknown phones are rolled back and statements for known phones are released. Both count as the same statement. */
const withoutEnd = (statement: string) => statement.replace(/^(rollback to|release) savepoint/, 'end of');

test.each(['login', 'recovery', 'join', 'invitation'])(
  'the call «%s» gives the same response and runs the same statements for known and unknown phones',
  async (name) => {
    const call = calls.find((one) => one.name === name);
    if (call === undefined) throw new Error(`no call ${name}`);
    const phoneOf = phoneMaker(world, other);
    const results: { kind: string; status: number; statements: string[] }[] = [];
    for (const kind of call.kinds) {
      const phone = await phoneOf(kind);
      await world.server.resetLimits();
      const statements = recordStatements(world.server.db);
      const { status } = (await call.call(phone)) as ClientResponse;
      results.push({ kind, status, statements: statements.end().map(withoutEnd) });
    }
    const [first, ...others] = results;
    expect(first?.statements.length).toBeGreaterThan(2);
    for (const { kind, ...one } of others)
      expect(one, kind).toEqual({ status: first?.status, statements: first?.statements });
  },
);
