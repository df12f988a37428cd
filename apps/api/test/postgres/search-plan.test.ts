import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '../../src/platform/http/viewer.ts';
import { leadsWith } from '../../src/referrals/leads/found-leads.ts';
import { createWorld, type World } from '../setup/world.ts';

const MANY = 30_000;

let world: World;
let organizationId: string;
beforeAll(async () => {
  world = await createWorld();
  const { id: program } = await world.program();
  const { id } = await world.lead(program);
  const { db } = world.server;
  // Triggers are skipped, because this test reads no figures.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = '50s'`.execute(trx);
    await sql`
      insert into leads
      select made.* from leads l, generate_series(1, ${MANY}::int) n,
        lateral jsonb_populate_record(l, jsonb_build_object(
          'id', gen_random_uuid(), 'number', 1000 + n, 'holds_phone', false, 'name', 'Клиент ' || md5(n::text),
          'search_text', 'клиент ' || md5(n::text) || ' +7916' || lpad(n::text, 7, '0') || ' л-' || (1000 + n),
          'created_at', l.created_at - n * interval '1 minute')) made
      where l.id = ${id}`.execute(trx);
  });
  // Vacuum moves pending entries of the GIN index into its main structure.
  await sql`vacuum analyze leads`.execute(db);
  ({ organization_id: organizationId } = await db
    .selectFrom('leads')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow());
});
afterAll(() => world.stop());

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

test.each(['owner', 'accountant'] as const)(
  'a search for leads by position %s uses the index',
  async (position) => {
    const viewer: Viewer = { role: 'organization', organizationId, position, userId: '', requestId: '' };
    for (const text of ['9160012345', 'c4ca4238', 'xyzxyzxyz']) {
      const [row] = await leadsWith(world.server.db, viewer, text, 5).explain('json');
      const [{ Plan: plan }] = (row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'];
      const read = nodesOf(plan).filter((node) => node['Relation Name'] === 'leads');
      expect(
        read.map((node) => node['Node Type']),
        text,
      ).toEqual(['Bitmap Heap Scan']);
    }
  },
);
