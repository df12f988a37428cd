import { beforeEach, expect, test } from 'vitest';
import type { PgliteClient } from './embedded-dialect.ts';
import { WriteBarrier } from './write-barrier.ts';

let order: string[];
let barrier: WriteBarrier;
let client: PgliteClient;
/** Completes the statement with this name. */
let end: Map<string, () => void>;
beforeEach(() => {
  order = [];
  end = new Map();
  barrier = new WriteBarrier();
  const run = async (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    end.set(name, resolve);
    order.push(name);
    await promise;
  };
  client = barrier.wrap({
    ready: true,
    closed: false,
    waitReady: Promise.resolve(),
    close: () => run('close'),
    query: async (text) => {
      await run(text);
      return { rows: [], fields: [] };
    },
    transaction: async (work) => {
      await run('transaction');
      return work({ query: client.query, rollback: async () => undefined });
    },
  });
});
/** Resolves when all pending continuations have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const keep = (name: string) =>
  barrier.runWithoutWrites(async () => {
    await client.query(`select ${name}`);
    order.push(`${name} kept`);
  });
async function ends(name: string) {
  await settle();
  end.get(name)?.();
  await settle();
}

test('the barrier waits for running changes and delays later ones', async () => {
  const changes = [client.query('update one'), client.transaction(async () => undefined)];
  const kept = keep('all');
  changes.push(
    client.query('  INSERT two'),
    client.transaction(async () => undefined),
  );
  await settle();
  expect(order).toEqual(['update one', 'transaction']);
  await ends('update one');
  expect(order).toEqual(['update one', 'transaction']);
  await ends('transaction');
  expect(order).toEqual(['update one', 'transaction', 'select all']);
  await ends('select all');
  await kept;
  expect(order.slice(3)).toEqual(['all kept', '  INSERT two', 'transaction']);
  await ends('  INSERT two');
  await ends('transaction');
  await Promise.all(changes);
});

test('reads run during the barrier', async () => {
  const kept = keep('all');
  await settle();
  const asks = [' select 1', 'declare a cursor', 'FETCH 1 from a', 'close a'].map((text) =>
    client.query(text),
  );
  await settle();
  expect(order).toEqual(['select all', ' select 1', 'declare a cursor', 'FETCH 1 from a', 'close a']);
  for (const name of [...end.keys()]) await ends(name);
  await Promise.all([kept, ...asks]);
});

test('changes and barriers run in the order of their calls', async () => {
  const [one, change, two] = [keep('one'), client.query('delete'), keep('two')];
  await ends('select one');
  expect(order).toEqual(['select one', 'one kept', 'delete']);
  await ends('delete');
  await ends('select two');
  await Promise.all([one, change, two]);
  expect(order.slice(3)).toEqual(['select two', 'two kept']);
});

test('a failure releases the barrier, and a failed change does not block it', async () => {
  const refused = client.transaction(() => Promise.reject(new Error('refused')));
  const failed = barrier.runWithoutWrites(() => Promise.reject(new Error('failed')));
  const change = client.query('update');
  const rejections = Promise.all([
    expect(refused).rejects.toThrow('refused'),
    expect(failed).rejects.toThrow('failed'),
  ]);
  await ends('transaction');
  await rejections;
  await ends('update');
  await change;
});

test('a comment before a statement does not change whether it is a read', async () => {
  const kept = keep('all');
  await settle();
  void client.query('/* noted */ select one');
  void client.query('/* select */ update two');
  await settle();
  expect(order).toEqual(['select all', '/* noted */ select one']);
  await ends('select all');
  await kept;
  await settle();
  expect(order.at(-1)).toBe('/* select */ update two');
});
