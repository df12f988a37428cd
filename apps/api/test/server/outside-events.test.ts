import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApplyEvents } from '../../src/integrations/inbox/apply-events.ts';
import type { EventFacts, EventHandler, Outcome, OutsideEvent } from '../../src/integrations/inbox/event.ts';
import { receiveEvent } from '../../src/integrations/inbox/receive-event.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { conflict } from '../../src/platform/errors.ts';
import { killedAfter } from '../setup/killed.ts';
import { createWorld, type World } from '../setup/world.ts';

const HOUR = 60 * 60;

/** Returns a generator of the same numbers from 0 to 1 in each run. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

let world: World;
let organizationId: string;
let actorId: string;
beforeAll(async () => {
  world = await createWorld();
  const owner = await world.server.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  organizationId = owner.organization_id ?? '';
  actorId = owner.id;
});
beforeEach(async () => {
  await world.server.db.deleteFrom('outside_events').execute();
  await world.server.db.deleteFrom('dismissed_tasks').execute();
});
afterAll(() => world.stop());

type HandleOne = (trx: Db, event: OutsideEvent) => Promise<Outcome>;
/** Applies events one after another. */
const each =
  (handle: HandleOne): EventHandler =>
  async (trx, events) => {
    const outcomes: Outcome[] = [];
    for (const event of events) outcomes.push(await handle(trx, event));
    return outcomes;
  };

/** The effect of an event: a row that names it. A second effect adds a second row. */
const leaveTrace: HandleOne = async (trx, { externalId }) => {
  const [at, key] = [world.server.now(), `${externalId} ${randomUUID()}`];
  await trx
    .insertInto('dismissed_tasks')
    .values({ organization_id: organizationId, key, actor_id: actorId, at })
    .execute();
  return { state: 'applied' };
};
const traces = async () => {
  const rows = await world.server.db.selectFrom('dismissed_tasks').select('key').execute();
  return rows.map(({ key }) => key.split(' ')[0] ?? '').sort();
};

const deal = (externalId: string, hour = 0, more: Partial<EventFacts> = {}): EventFacts => ({
  kind: 'deal',
  externalId,
  objectKey: 'crm:1',
  occurredAt: new Date(world.server.now().getTime() - (1000 - hour) * HOUR * 1000),
  body: { stage: externalId },
  ...more,
});
const receive = (event: EventFacts, channel: 'crm' | 'api' = 'crm') =>
  receiveEvent(world.server.db, { organizationId, channel, at: world.server.now() }, event);
const stored = () =>
  world.server.db.selectFrom('outside_events').selectAll().orderBy('occurred_at').orderBy('id').execute();
const states = async () => (await stored()).map(({ state }) => state);

const errors: unknown[] = [];
/** Runs the job of a process once. */
async function apply(handler: HandleOne = leaveTrace, db: Db = world.server.db) {
  const deps = {
    clock: world.server.now,
    isEmbedded: false,
    handlers: { deal: each(handler) },
    onError: (e: unknown) => errors.push(e),
  };
  const tasks = await createApplyEvents({ db, ...deps })();
  await Promise.all(tasks.map(({ run }) => run(new AbortController().signal)));
}

describe('an event', () => {
  test('is stored and applied once, whichever channel sends it again', async () => {
    expect(await receive(deal('a'))).toMatchObject({ isNew: true });
    await apply();
    expect(await receive(deal('a'), 'api')).toMatchObject({
      isNew: false,
      hasOtherBody: false,
      state: 'applied',
    });
    await apply();
    expect(await traces()).toEqual(['a']);
    expect(await stored()).toMatchObject([
      { channel: 'crm', state: 'applied', attempts: 1, conflicted_at: null },
    ]);
  });

  test('keeps its first body when another one arrives under its id', async () => {
    await receive(deal('a', 0, { body: { x: 1, y: [{ a: 1, b: 2 }] } }));
    const sorted = deal('a', 0, { body: { y: [{ b: 2, a: 1 }], x: 1 } });
    expect(await receive(sorted)).toMatchObject({ isNew: false, hasOtherBody: false });
    expect(await receive(deal('a', 0, { body: { x: 2 } }))).toMatchObject({
      isNew: false,
      hasOtherBody: true,
    });
    const [row] = await stored();
    expect(row?.conflicted_at).toEqual(world.server.now());
    expect(JSON.parse(row?.body ?? '')).toEqual({ x: 1, y: [{ a: 1, b: 2 }] });
  });

  test('of one kind may have the id of another kind and of another organization', async () => {
    await receive(deal('a'));
    expect(await receive(deal('a', 0, { kind: 'sale' }))).toMatchObject({ isNew: true });
    await world.organization();
    const other = await world.server.db
      .selectFrom('organizations')
      .select('id')
      .where('id', '<>', organizationId)
      .executeTakeFirstOrThrow();
    const received = receiveEvent(
      world.server.db,
      { organizationId: other.id, channel: 'crm', at: world.server.now() },
      deal('a'),
    );
    expect(await received).toMatchObject({ isNew: true });
  });

  test('is applied in the order of its time, and an older one is late', async () => {
    for (const [id, hour] of [
      ['b', 2],
      ['c', 3],
      ['a', 1],
    ] as const)
      await receive(deal(id, hour));
    const order: (string | null)[] = [];
    const note: HandleOne = async (_trx, { externalId }) => {
      order.push(externalId);
      return { state: 'applied' };
    };
    await apply(note);
    await receive(deal('b2', 2));
    await receive(deal('c2', 3));
    await receive(deal('other', 1, { objectKey: 'crm:2' }));
    await apply(note);
    expect(order).toEqual(['a', 'b', 'c', 'other', 'c2']);
    const late = (await stored()).filter(({ state }) => state === 'late');
    expect(late).toMatchObject([{ external_id: 'b2', cause: 'Более позднее событие уже применено.' }]);
  });

  test('with a time in the future counts as one of now', async () => {
    await receive(deal('a', 2000));
    expect((await stored())[0]?.occurred_at).toEqual(world.server.now());
  });

  test('keeps the result of its handler', async () => {
    await receive(deal('a'));
    await apply(async () => ({ state: 'ignored', cause: 'Этап не выбран.' }));
    await receive(deal('b'));
    await apply(async () => ({ state: 'unmatched', cause: 'Клиент неизвестен.' }));
    expect(await stored()).toMatchObject([
      { state: 'ignored', cause: 'Этап не выбран.', decided_at: world.server.now() },
      { state: 'unmatched', cause: 'Клиент неизвестен.', decided_at: null },
    ]);
  });
});

describe('an event that fails', () => {
  const refuse: HandleOne = async (trx, event) => {
    await leaveTrace(trx, event);
    throw conflict('closed', 'Программа остановлена.');
  };

  test('leaves no effect and is tried again until three days have passed', async () => {
    await receive(deal('a'));
    const start = world.server.now().getTime();
    let attempts = 0;
    for (;;) {
      await apply(refuse);
      attempts += 1;
      const [row] = await stored();
      expect(row).toMatchObject({
        state: 'failed',
        cause: 'Программа остановлена.',
        attempts,
        decided_at: null,
      });
      if (row?.next_attempt_at == null) break;
      await apply(refuse);
      world.server.advance((row.next_attempt_at.getTime() - world.server.now().getTime()) / 1000);
    }
    expect(attempts).toBe(11);
    expect((world.server.now().getTime() - start) / 1000 / HOUR).toBeCloseTo(72, -1);
    expect(await traces()).toEqual([]);
    await apply();
    expect(await states()).toEqual(['failed']);
  });

  test('does not delay later events of its object, and is late afterwards', async () => {
    await receive(deal('a', 1));
    await receive(deal('b', 2));
    await apply(async (trx, event) =>
      event.externalId === 'a' ? refuse(trx, event) : leaveTrace(trx, event),
    );
    expect(await states()).toEqual(['failed', 'applied']);
    world.server.advance(5);
    await apply();
    expect(await states()).toEqual(['late', 'applied']);
    expect(await traces()).toEqual(['b']);
  });

  test('by a defect is reported with its error', async () => {
    await receive(deal('a'));
    errors.length = 0;
    await apply(() => Promise.reject(new Error('defect')));
    expect(errors).toEqual([new Error('defect')]);
    expect(await stored()).toMatchObject([{ state: 'failed', cause: 'На сервере произошла ошибка.' }]);
    await apply(async () => ({ state: 'failed', cause: 'Нет такой сделки.' }));
    world.server.advance(5);
    await apply(async () => ({ state: 'failed', cause: 'Нет такой сделки.' }));
    expect(await stored()).toMatchObject([{ attempts: 2, cause: 'Нет такой сделки.' }]);
  });
});

describe('processes', () => {
  const fill = async (count = 4) => {
    for (let at = 0; at < count; at += 1) await receive(deal(`e${at}`, at, { objectKey: `crm:${at % 2}` }));
  };

  test('that work at once apply each event once', async () => {
    await fill(20);
    await Promise.all([apply(), apply(), apply()]);
    await apply();
    expect(new Set(await states())).toEqual(new Set(['applied']));
    expect(await traces()).toHaveLength(20);
  });

  test('that are killed at any statement lose no event and repeat none', async () => {
    for (let statements = 0, isWhole = false; !isWhole; statements += 1) {
      await world.server.db.deleteFrom('outside_events').execute();
      await world.server.db.deleteFrom('dismissed_tasks').execute();
      await fill();
      isWhole = await apply(leaveTrace, killedAfter(world.server.db, statements)).then(
        () => true,
        () => false,
      );
      await apply();
      expect(await traces(), `killed at statement ${statements}`).toEqual(['e0', 'e1', 'e2', 'e3']);
      expect(new Set(await states())).toEqual(new Set(['applied']));
    }
  });
});

/** Number of receptions. Each event is received five times. */
const REPLAYS = Number(process.env['REPLAYS'] ?? 2000);
const [COPIES, PER_OBJECT, AT_ONCE] = [5, 10, 100];

test(
  'events that arrive shuffled and repeated are applied at most once, and each object ends with its last event',
  async () => {
    const events = Array.from({ length: REPLAYS / COPIES }, (_, at) =>
      deal(`e${at}`, at % PER_OBJECT, { objectKey: `crm:${Math.floor(at / PER_OBJECT)}` }),
    );
    const random = createRandom(7);
    const received = Array.from({ length: COPIES }, () => events)
      .flat()
      .map((event) => ({ event, place: random() }))
      .toSorted((one, other) => one.place - other.place);
    let isNew = 0;
    for (let from = 0; from < received.length; from += AT_ONCE) {
      await world.server.db.transaction().execute(async (trx) => {
        for (const { event } of received.slice(from, from + AT_ONCE)) {
          const occasion = { organizationId, channel: 'crm', at: world.server.now() } as const;
          if ((await receiveEvent(trx, occasion, event)).isNew) isNew += 1;
        }
      });
      if (from % (AT_ONCE * 5) === 0) await apply();
    }
    await apply();
    expect(isNew).toBe(events.length);
    const rows = await stored();
    expect(rows).toHaveLength(events.length);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['applied', 'late']));
    const applied = rows
      .filter(({ state }) => state === 'applied')
      .map(({ external_id }) => external_id ?? '');
    expect(await traces()).toEqual(applied.toSorted());
    const last = events.filter((_, at) => at % PER_OBJECT === PER_OBJECT - 1);
    expect(applied).toEqual(expect.arrayContaining(last.map(({ externalId }) => externalId)));
  },
  REPLAYS * 100,
);
