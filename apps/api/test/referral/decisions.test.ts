import type {
  ApplicationState,
  Applications,
  Enrollment,
  OrganizationTask,
  Page,
  Partner,
  Program,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBell } from '../setup/recipients.ts';
import { api, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const REASON = 'Работаем только с компаниями.';
const COMMENT = 'Похож на конкурента.';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const documents = { offer: 'Договор.', personal_data: 'Согласен.' };
  ok(await world.boss.patch(`${api}/organization/`, { ...documents, withholds_tax: true }));
});
beforeEach(async () => {
  await world.server.resetLimits();
  const { db } = world.server;
  await db.deleteFrom('deliveries').execute();
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('message_channels').execute();
  await db.updateTable('applications').set({ status: 'approved', decided_at: new Date() }).execute();
  await db.updateTable('enrollments').set({ status: 'active' }).where('status', '=', 'pending').execute();
  await db.updateTable('partners').set({ status: 'active' }).where('status', '=', 'pending').execute();
});
afterAll(() => world.stop());

/** Sends an application. @returns its token, its card and the data for each screen. */
async function apply(program: Program, more: object = {}) {
  const phone = 'phone' in more ? (more.phone as string) : world.phone();
  const { token } = ok<{ token: string }>(
    await world.anonymous.post(`/api/public/join/${program.join_code}/`, {
      kind: 'individual',
      last_name: 'Сидорова',
      first_name: 'Мария',
      phone,
      offer: true,
      offer_version: 1,
      personal_data: true,
      personal_data_version: 1,
      ...more,
    }),
  );
  return { token, phone, card: await cardOf(phone) };
}
async function cardOf(phone: string): Promise<Partner> {
  const path = `${api}/partners/?search=${encodeURIComponent(phone)}`;
  const [card] = ok<Page<Partner>>(await world.boss.get(path)).results;
  if (card === undefined) throw new Error('there is no such card');
  return card;
}
const stateOf = async (token: string) =>
  ok<ApplicationState>(await world.anonymous.post('/api/public/applications/check/', { token }));
const enrollmentOf = async ({ id }: Program, card: Partner) => {
  const path = `${api}/programs/${id}/enrollments/`;
  const enrollment = ok<Page<Enrollment>>(await world.boss.get(path)).results.find(
    ({ partner }) => partner.id === card.id,
  );
  if (enrollment === undefined) throw new Error('the partner is not enrolled in the program');
  return enrollment;
};
const applicationsOf = async ({ id }: Partner) =>
  ok<Applications>(await world.boss.get(`${api}/partners/${id}/applications/`));
const waitingTasks = async () => {
  const path = `${api}/partners/?awaits_decision=true`;
  return ok<Page<Partner>>(await world.boss.get(path)).results.map(({ id }) => id);
};
const task = async () =>
  ok<{ results: OrganizationTask[] }>(await world.boss.get('/api/home/tasks/')).results.find(
    ({ kind }) => kind === 'pending_partners',
  );
const setUpMail = () =>
  world.server.db
    .insertInto('message_channels')
    .values({ channel: 'email', sender: '', is_rehearsal: false })
    .execute();
const letters = () =>
  world.server.db
    .selectFrom('deliveries as d')
    .innerJoin('messages as m', 'm.id', 'd.message_id')
    .select(['d.address', 'm.title', 'm.body'])
    .execute();
const accept = (token: string, more: object = { password: world.password }) =>
  world.anonymous.post('/api/public/applications/accept/', { token, ...more });

type Decision = 'approve' | 'reject';
const words = (decision: Decision) => (decision === 'reject' ? { reason: REASON, comment: COMMENT } : {});
/** Screens on which an application can be decided. */
const screens = {
  'the card of the partner': (decision: Decision, _program: Program, { id }: Partner) =>
    world.boss.post(`${api}/partners/${id}/${decision}/`, words(decision)),
  'the page of the program': async (decision: Decision, program: Program, card: Partner) =>
    world.boss.post(`${api}/programs/enrollments/${(await enrollmentOf(program, card)).id}/transition/`, {
      action: decision,
      ...words(decision),
    }),
  'the application': (decision: Decision, { id: program }: Program, { id }: Partner) =>
    world.boss.post(`${api}/partners/${id}/applications/decide/`, { program, decision, ...words(decision) }),
};
const cases = Object.entries(screens).map(([screen, decide]) => ({ screen, decide }));

describe.each(cases)('a decision made on $screen', ({ decide }) => {
  test('approves the card, the enrollment and the application together and leaves no task', async () => {
    const program = await world.program({ join_policy: 'by_request' });
    const { card, token } = await apply(program);
    expect(await waitingTasks()).toEqual([card.id]);
    expect(await task()).toMatchObject({
      count: 1,
      programs: [{ id: program.id }],
      partner: { id: card.id, name: card.name },
    });
    ok(await decide('approve', program, card));
    expect(await cardOf(card.phone)).toMatchObject({ status: 'active' });
    expect(await enrollmentOf(program, card)).toMatchObject({ status: 'active' });
    expect(await stateOf(token)).toMatchObject({ status: 'approved', entry: 'password' });
    expect([await waitingTasks(), await task()]).toEqual([[], undefined]);
  });

  test('rejects the card, the enrollment and the application together, with a comment visible only to employees', async () => {
    const program = await world.program({ join_policy: 'by_request' });
    const { card, token } = await apply(program);
    ok(await decide('reject', program, card));
    expect(await cardOf(card.phone)).toMatchObject({ status: 'rejected', status_reason: REASON });
    expect(await enrollmentOf(program, card)).toMatchObject({ status: 'rejected' });
    const state = await stateOf(token);
    expect(state).toMatchObject({ status: 'rejected', reason: REASON, entry: null });
    expect(JSON.stringify(state)).not.toContain(COMMENT);
    expect((await applicationsOf(card)).results).toMatchObject([{ reason: REASON, comment: COMMENT }]);
    expect([await waitingTasks(), await task()]).toEqual([[], undefined]);
  });

  test('can be made only once', async () => {
    const program = await world.program({ join_policy: 'by_request' });
    const { card } = await apply(program);
    ok(await decide('reject', program, card));
    expect((await decide('approve', program, card)).status).toBe(409);
    expect(await cardOf(card.phone)).toMatchObject({ status: 'rejected' });
  });
});

describe('a second application', () => {
  test('becomes pending again after a rejection and can be approved', async () => {
    const program = await world.program({ join_policy: 'by_request' });
    const first = await apply(program);
    ok(await screens['the application']('reject', program, first.card));
    const second = await apply(program, { phone: first.phone });
    expect(second.card).toMatchObject({ id: first.card.id, status: 'pending', status_reason: '' });
    expect(await waitingTasks()).toEqual([first.card.id]);
    expect(await enrollmentOf(program, first.card)).toMatchObject({ status: 'pending' });
    ok(await screens['the card of the partner']('approve', program, second.card));
    expect(await stateOf(second.token)).toMatchObject({ status: 'approved', entry: 'password' });
    expect(await stateOf(first.token)).toMatchObject({ status: 'rejected' });
    expect(await enrollmentOf(program, first.card)).toMatchObject({ status: 'active' });
  });

  test('is pending and does not change the card when an active partner applies to another program', async () => {
    const { card, caller } = await world.partner();
    const program = await world.program({ join_policy: 'by_request' });
    const before = await cardOf(card.phone);
    await apply(program, { phone: card.phone });
    expect(await cardOf(card.phone)).toEqual(before);
    expect(await waitingTasks()).toEqual([card.id]);
    ok(await screens['the application']('approve', program, card as never));
    expect(await enrollmentOf(program, before)).toMatchObject({ status: 'active' });
    expect(await waitingTasks()).toEqual([]);
    const [message] = await readBell(caller);
    expect(message).toMatchObject({
      event: 'application_decided',
      title: 'Заявка одобрена',
      path: `/referral/program/${program.id}`,
    });
  });

  test('can be rejected but not approved for a blocked partner', async () => {
    const { card } = await world.partner();
    ok(await world.boss.post(`${api}/partners/${card.id}/block/`, { reason: 'Спам' }));
    const program = await world.program({ join_policy: 'by_request' });
    const { token } = await apply(program, { phone: card.phone });
    const blocked = await cardOf(card.phone);
    expect((await screens['the application']('approve', program, blocked)).status).toBe(409);
    ok(await screens['the application']('reject', program, blocked));
    expect(await stateOf(token)).toMatchObject({ status: 'rejected' });
    expect([await waitingTasks(), (await cardOf(card.phone)).status]).toEqual([[], 'blocked']);
  });
});

test('two applications of one applicant are decided separately, and the first approval activates the card', async () => {
  const [requested, other] = [await world.program(), await world.program()];
  const { phone, card } = await apply(requested);
  await apply(other, { phone });
  ok(await screens['the application']('reject', other, card));
  expect(await cardOf(phone)).toMatchObject({ status: 'pending' });
  expect(await waitingTasks()).toEqual([card.id]);
  ok(await screens['the application']('approve', requested, card));
  expect(await cardOf(phone)).toMatchObject({ status: 'active' });
  expect(await waitingTasks()).toEqual([]);
});

test('a join request from the dashboard is decided on the card, and a rejection notifies the partner', async () => {
  const { card, caller } = await world.partner();
  const program = await world.program({ join_policy: 'by_request' });
  ok(await caller.post(`${api}/programs/${program.id}/join/`));
  const full = await cardOf(card.phone);
  expect(await applicationsOf(full)).toMatchObject({
    requests: [{ program: { id: program.id } }],
    results: [],
  });
  ok(await screens['the application']('reject', program, full));
  expect(await enrollmentOf(program, full)).toMatchObject({ status: 'rejected' });
  expect(await cardOf(card.phone)).toMatchObject({ status: 'active' });
  const [message] = await readBell(caller);
  expect(message).toMatchObject({ event: 'application_decided', text: expect.stringContaining(REASON) });
  expect(JSON.stringify(message)).not.toContain(COMMENT);
});

test('enrolling an applicant manually approves the application', async () => {
  const { card } = await world.partner();
  const program = await world.program({ join_policy: 'by_request' });
  const { token } = await apply(program, { phone: card.phone });
  await world.enroll(program.id, card.id);
  expect(await stateOf(token)).toMatchObject({ status: 'approved' });
  expect(await waitingTasks()).toEqual([]);
});

test('a decision about a partner of another organization or about a program without an application is refused', async () => {
  const program = await world.program();
  const { card } = await apply(program);
  const stranger = await world.organization();
  const path = `${api}/partners/${card.id}/applications/decide/`;
  expect((await stranger.post(path, { program: program.id, decision: 'approve' })).status).toBe(404);
  const other = await world.program();
  expect((await world.boss.post(path, { program: other.id, decision: 'approve' })).status).toBe(409);
  const without = await world.boss.post(path, { program: program.id, decision: 'reject' });
  expect(without).toMatchObject({ status: 400, body: { reason: [expect.any(String)] } });
});

describe('an approved applicant', () => {
  test('gets the link by e-mail when mail is set up, and the e-mail is not copied to the profile', async () => {
    await setUpMail();
    const program = await world.program();
    const { card } = await apply(program, { email: 'maria@example.ru' });
    ok(await screens['the application']('approve', program, card));
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ address: 'maria@example.ru' });
    expect(letter?.body).toMatch(/^Ваша заявка одобрена\. .+\/invite\/[\w-]{43}/s);
    const [url = ''] = /http\S+\/invite\/[\w-]{43}/.exec(letter?.body ?? '') ?? [];
    ok(await world.accept(url));
    expect(await cardOf(card.phone)).toMatchObject({ sign_in: 'on' });
  });

  test('sets a password on the application page and is signed in without an e-mail in the profile', async () => {
    const program = await world.program();
    const { card, token } = await apply(program, { email: 'maria@example.ru' });
    expect((await accept(token)).status).toBe(404);
    ok(await screens['the application']('approve', program, card));
    const { access } = ok<{ access: string }>(await accept(token));
    const own = createCaller(world.server, access);
    expect(ok(await own.get('/api/accounts/users/me/'))).toMatchObject({ email: '', first_name: 'Мария' });
    expect(await cardOf(card.phone)).toMatchObject({ status: 'active', sign_in: 'on' });
    expect(await stateOf(token)).toMatchObject({ entry: 'sign_in' });
    expect((await accept(token, { password: 'another password' })).status).toBe(404);
  });

  test('joins only with the password or in the session of an existing account', async () => {
    const otherOrganization = await world.organization();
    const program = await world.program();
    for (const proof of ['password', 'session'] as const) {
      const { card: known, caller } = await world.partner({}, otherOrganization);
      const { card, token } = await apply(program, { phone: known.phone });
      ok(await screens['the application']('approve', program, card));
      expect((await accept(token, { password: 'the word of a thief' })).status).toBe(400);
      const { caller: stranger } = await world.partner({}, otherOrganization);
      expect((await stranger.post('/api/public/applications/accept/', { token })).status).toBe(403);
      expect(await cardOf(known.phone)).toMatchObject({ sign_in: 'none' });
      await world.server.resetLimits();
      ok(
        proof === 'password'
          ? await accept(token)
          : await caller.post('/api/public/applications/accept/', { token }),
      );
      expect(await cardOf(known.phone)).toMatchObject({ sign_in: 'on' });
    }
  });

  test('cannot join a card that the organization created', async () => {
    const program = await world.program();
    const invited = await world.invited();
    const { token, card } = await apply(program, { phone: invited.phone });
    ok(await screens['the application']('approve', program, card));
    expect(await stateOf(token)).toMatchObject({ status: 'approved', entry: 'link' });
    expect((await accept(token)).status).toBe(404);
  });

  test('cannot join with the token of a later application for the same card', async () => {
    const program = await world.program();
    const { phone, card, token } = await apply(program);
    const secondApplicant = await apply(program, { phone });
    ok(await screens['the card of the partner']('approve', program, card));
    expect((await accept(secondApplicant.token, { password: 'the word of a thief' })).status).toBe(404);
    ok(await accept(token));
  });

  test('cannot join a card that was blocked after the approval', async () => {
    const program = await world.program();
    const { card, token } = await apply(program);
    ok(await screens['the application']('approve', program, card));
    ok(await world.boss.post(`${api}/partners/${card.id}/block/`, { reason: 'Спам' }));
    expect((await accept(token)).status).toBe(404);
  });
});

test('a rejected applicant receives the reason by e-mail without the internal comment', async () => {
  await setUpMail();
  const program = await world.program();
  const { card } = await apply(program, { email: 'maria@example.ru' });
  ok(await screens['the application']('reject', program, card));
  const sent = await letters();
  expect(sent).toMatchObject([{ address: 'maria@example.ru', title: 'Заявка отклонена' }]);
  expect(sent[0]?.body).toContain(REASON);
  expect(JSON.stringify(sent)).not.toContain(COMMENT);
});
