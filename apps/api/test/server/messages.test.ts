import type { Delivery, Message, Page } from '@referral-dashboard/api-contract';
import { afterEach, expect, test } from 'vitest';
import { type callerOf, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
afterEach(() => world.stop());

const bell = async (caller: ReturnType<typeof callerOf>) =>
  ok<Page<Message>>(await caller.get('/api/messages/')).results;

test('a lead that comes is told to the organization and to its partner, without contacts', async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
  const program = await world.program();
  const { card, caller } = await world.partner({ email: 'oleg@example.ru' });
  await world.enroll(program.id, card.id);
  const manager = await world.employee('manager');
  const lead = await world.lead(program.id, { partner: card.id, name: 'Тайна', email: 'tajna@example.ru' });
  for (const reader of [manager, caller]) {
    const [message] = await bell(reader);
    expect(message).toMatchObject({ event: 'lead_came', path: `/leads?id=${lead.id}`, read_at: null });
    expect(JSON.stringify(message)).not.toMatch(/Тайна|tajna/);
  }
  expect(await bell(world.boss)).toEqual([]);
  expect(ok(await manager.get('/api/messages/counts/'))).toEqual({ unread: 1 });
  expect(ok(await manager.post('/api/messages/read/'))).toEqual({ unread: 0 });

  const outbox = async () =>
    ok<Page<Delivery> & { is_rehearsal: boolean }>(await world.boss.get('/api/referral/deliveries/'));
  expect((await outbox()).results).toMatchObject([
    { status: 'waiting', channel: 'email', address: 'oleg@example.ru' },
  ]);
  await world.server.setClock(new Date('2026-11-23T10:00:00Z'));
  await world.server.deliver();
  expect(await outbox()).toMatchObject({
    is_rehearsal: true,
    results: [{ status: 'sent', text: expect.stringContaining(lead.number) }],
  });
});
