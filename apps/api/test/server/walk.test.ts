import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWalk, titledRoutes, type Walk } from '../setup/walk.ts';
import { api, ok } from '../setup/world.ts';

let walk: Walk;
beforeAll(async () => {
  walk = await createWalk();
});
afterAll(() => walk.stop());

async function send(name: string) {
  const call = titledRoutes.find((one) => one.name === name);
  if (call === undefined) throw new Error(`there is no call ${name}`);
  const { path, body } = walk.buildRequest(call);
  return walk.callerFor(call.route).send(call.route.method, path, body);
}

test('a reset restores canceled payments with their accruals, including accruals of another payment', async () => {
  const { boss } = walk.world;
  ok(await send('cancelPayment'));
  ok(await send('createPayment'));
  await walk.reset();
  expect(ok<{ status: string; amount_kop: number }>(await send('payment'))).toMatchObject({
    status: 'draft',
    amount_kop: 200_000,
  });
  // The new payout method changes every open payment, and each must match its accruals at commit.
  expect((await send('deletePayoutMethod')).status).toBe(204);
  await walk.reset();
  ok(await send('createPayment'));
  expect(ok<{ results: object[] }>(await boss.get(`${api}/payments/?status=canceled`)).results).toHaveLength(
    1,
  );
});
