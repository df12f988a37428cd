import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cells, Run } from '../../src/imports/kinds/kind.ts';
import { createLookups } from '../../src/imports/kinds/lookups.ts';
import { createWorld, type World } from '../setup/world.ts';

let world: World;
let run: Run;
beforeAll(async () => {
  world = await createWorld();
  const { organization_id } = await world.server.db
    .selectFrom('users')
    .select('organization_id')
    .where('organization_id', 'is not', null)
    .executeTakeFirstOrThrow();
  run = { staff: { organizationId: organization_id }, settings: {} } as unknown as Run;
});
afterAll(() => world.stop());

/** Looks rows up together. @returns the results or refusals of the rows, and the number of queries. */
async function lookUp(rows: readonly Cells[]) {
  let queries = 0;
  const db = world.server.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1;
      return result;
    },
  });
  const { partnerOf, programOf } = createLookups(db, run, rows);
  const found = [];
  for (const row of rows)
    found.push(await Promise.all([partnerOf(row), programOf(row)]).catch((error: Error) => error.message));
  return { found, queries };
}

test('the partners and programs of all rows are found with two queries', async () => {
  const [first, second] = [(await world.partner()).card, (await world.partner()).card];
  const program = await world.program();
  const other = await world.program();
  const rows = [
    { partner: first.phone, program: program.name },
    { partner: `8${second.phone.slice(2)}`, program: program.name.toUpperCase() },
    { partner: second.inn, program: other.name },
    { partner: first.phone },
    {},
  ];
  expect(await lookUp(rows)).toEqual({
    found: [
      [first.id, program.id],
      [second.id, program.id],
      [second.id, other.id],
      [first.id, null],
      [null, null],
    ],
    queries: 2,
  });
});

test('an unknown partner refuses its row only', async () => {
  const { card } = await world.partner();
  const { found } = await lookUp([{ partner: 'Никто Неизвестный' }, { partner: card.phone }]);
  expect(found).toEqual([expect.any(String), [card.id, null]]);
});
