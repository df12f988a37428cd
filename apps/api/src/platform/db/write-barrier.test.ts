import { beforeEach, expect, test } from 'vitest';
import type { PgliteClient } from './embedded-dialect.ts';
import { WriteBarrier } from './write-barrier.ts';

let order: string[];
let stillness: WriteBarrier;
let asked: PgliteClient;
/** Ends the statement of that name. */
let end: Map<string, () => void>;
beforeEach(() => {
  order = [];
  end = new Map();
  stillness = new WriteBarrier();
  const run = async (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    end.set(name, resolve);
    order.push(name);
    await promise;
  };
  asked = stillness.over({
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
      return work({ query: asked.query, rollback: async () => undefined });
    },
  });
});
/** Whatever can go on has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const keep = (name: string) =>
  stillness.keep(async () => {
    await asked.query(`select ${name}`);
    order.push(`${name} kept`);
  });
async function ends(name: string) {
  await settled();
  end.get(name)?.();
  await settled();
}

test('stillness begins when what changes something is over, and keeps out what comes then', async () => {
  const changes = [asked.query('update one'), asked.transaction(async () => undefined)];
  const kept = keep('all');
  changes.push(
    asked.query('  INSERT two'),
    asked.transaction(async () => undefined),
  );
  await settled();
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

test('questions are asked all the same', async () => {
  const kept = keep('all');
  await settled();
  const asks = [' select 1', 'declare a cursor', 'FETCH 1 from a', 'close a'].map((text) =>
    asked.query(text),
  );
  await settled();
  expect(order).toEqual(['select all', ' select 1', 'declare a cursor', 'FETCH 1 from a', 'close a']);
  for (const name of [...end.keys()]) await ends(name);
  await Promise.all([kept, ...asks]);
});

test('what came first goes first', async () => {
  const [one, change, two] = [keep('one'), asked.query('delete'), keep('two')];
  await ends('select one');
  expect(order).toEqual(['select one', 'one kept', 'delete']);
  await ends('delete');
  await ends('select two');
  await Promise.all([one, change, two]);
  expect(order.slice(3)).toEqual(['select two', 'two kept']);
});

test('a failure ends the stillness, and a change that failed does not keep it from beginning', async () => {
  const refused = asked.transaction(() => Promise.reject(new Error('refused')));
  const failed = stillness.keep(() => Promise.reject(new Error('failed')));
  const change = asked.query('update');
  const told = Promise.all([
    expect(refused).rejects.toThrow('refused'),
    expect(failed).rejects.toThrow('failed'),
  ]);
  await ends('transaction');
  await told;
  await ends('update');
  await change;
});

test('a reading is one whatever is noted before it', async () => {
  const kept = keep('all');
  await settled();
  void asked.query('/* noted */ select one');
  void asked.query('/* select */ update two');
  await settled();
  expect(order).toEqual(['select all', '/* noted */ select one']);
  await ends('select all');
  await kept;
  await settled();
  expect(order.at(-1)).toBe('/* select */ update two');
});
