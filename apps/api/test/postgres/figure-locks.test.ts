import type { HomeSummary } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { compareFigures } from '../setup/money-company.ts';
import { createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** Creates a lead of a new partner. */
async function leadOf(program: string) {
  const { card } = await world.partner();
  await world.enroll(program, card.id);
  return (await world.lead(program, { partner: card.id })).id;
}

test('an uncommitted change does not block other changes of the same figures', async () => {
  const { db } = world.server;
  const { id: program } = await world.program();
  const [one, other] = [await leadOf(program), await leadOf(program)];
  const qualify = (trx: Db, id: string) =>
    trx.updateTable('leads').set({ status: 'qualified' }).where('id', '=', id).execute();
  await db.transaction().execute(async (slow) => {
    await qualify(slow, one);
    await db.transaction().execute(async (quick) => {
      await sql`set local lock_timeout = '2s'`.execute(quick);
      await qualify(quick, other);
    });
    const { current } = ok<HomeSummary>(await world.boss.get('/api/home/summary/'));
    expect(current).toMatchObject({ leads: 2, qualified: 1 });
  });
  const { current } = ok<HomeSummary>(await world.boss.get('/api/home/summary/'));
  expect(current).toMatchObject({ leads: 2, qualified: 2 });
  const [stored, recomputed] = await compareFigures(db);
  expect(stored).toEqual(recomputed);
});
