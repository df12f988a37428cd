import type {
  ApplicationState,
  Applications,
  Enrollment,
  InvitationLink,
  JoinPage,
  Link,
  Partner,
  Program,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordStatements } from '../setup/statements.ts';
import { api, type Caller, createCaller, createWorld, ok, type World } from '../setup/world.ts';

const DOCUMENTS = { offer: 'Договор с партнером.', personal_data: 'Согласен на обработку данных.' };
const SETTINGS = { ...DOCUMENTS, withholds_tax: true };

let world: World;
let lines: string[];
beforeAll(async () => {
  lines = [];
  world = await createWorld({ onLog: (line) => lines.push(line), trustProxy: ['loopback'] });
  ok(await world.boss.patch(`${api}/organization/`, SETTINGS));
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const pageOf = ({ join_code }: Program) => `/api/public/join/${join_code}/`;
const bodyOf = (more: object = {}) => ({
  kind: 'individual',
  last_name: 'Сидорова',
  first_name: 'Мария',
  phone: world.phone(),
  offer: true,
  offer_version: 1,
  personal_data: true,
  personal_data_version: 1,
  ...more,
});
const apply = (program: Program, more: object = {}, from = '203.0.113.7') =>
  world.anonymous.post(pageOf(program), bodyOf(more), {
    'user-agent': 'Firefox',
    'x-forwarded-for': from,
  });
const stateOf = (token: string) => world.anonymous.post('/api/public/applications/check/', { token });
const cards = async (phone: string, by: Caller = world.boss) =>
  ok<{ results: Partner[] }>(await by.get(`${api}/partners/?search=${encodeURIComponent(phone)}`)).results;
const cardOf = async (phone: string) => {
  const [card] = await cards(phone);
  if (card === undefined) throw new Error('there is no such card');
  return card;
};
const applicationsOf = async (id: string, by: Caller = world.boss) =>
  ok<Applications>(await by.get(`${api}/partners/${id}/applications/`)).results;
const move = (id: string, word: string, body: object = {}) =>
  world.boss.post(`${api}/partners/${id}/${word}/`, body);

describe('the join page of a program', () => {
  test('shows the organization, the program and the documents to accept', async () => {
    const program = await world.program({ join_policy: 'by_request', description: 'Окна и двери' });
    ok(await world.boss.patch(`${api}/organization/`, { payment_terms: 'Платим по пятницам.' }));
    expect(ok<JoinPage>(await world.anonymous.get(pageOf(program)))).toMatchObject({
      state: 'open',
      join_policy: 'by_request',
      program: {
        name: program.name,
        description: 'Окна и двери',
        reward: program.reward,
        reward_event: program.reward_event,
      },
      payment_terms: 'Платим по пятницам.',
      offer: { version: 1, text: DOCUMENTS.offer },
      personal_data: { version: 1, text: DOCUMENTS.personal_data },
    });
  });

  test('is closed and accepts nothing when the policy or the status forbids it, or when a document is missing', async () => {
    const closed = await world.program({ join_policy: 'closed' });
    const paused = await world.program();
    ok(await world.boss.post(`${api}/programs/${paused.id}/pause/`));
    const other = await world.organization();
    const programWithoutText = await world.program({}, other);
    for (const program of [closed, paused, programWithoutText]) {
      expect(ok<JoinPage>(await world.anonymous.get(pageOf(program))).state).toBe('closed');
      expect(await apply(program)).toMatchObject({ status: 409, body: { code: 'closed' } });
    }
    const draft = await world.draft();
    expect((await world.anonymous.get(pageOf(draft))).status).toBe(404);
    expect((await world.anonymous.get('/api/public/join/000000000000/')).status).toBe(404);
  });
});

describe('an application', () => {
  test('creates a pending partner card and records both consents', async () => {
    const program = await world.program({ join_policy: 'by_request' });
    const phone = world.phone();
    const { token } = ok<{ token: string }>(await apply(program, { phone }));
    const card = await cardOf(phone);
    expect(card).toMatchObject({
      status: 'pending',
      sign_in: 'none',
      last_name: 'Сидорова',
      invitation: null,
    });
    const [application] = await applicationsOf(card.id);
    expect(application).toMatchObject({
      program: { id: program.id, name: program.name },
      status: 'pending',
      is_repeat: false,
      ip: '203.0.113.7',
      created_at: world.server.now().toISOString(),
      consents: [
        { kind: 'offer', version: 1, text: DOCUMENTS.offer, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { kind: 'personal_data', version: 1, text: DOCUMENTS.personal_data },
      ],
    });
    const enrollments = ok<{ results: Enrollment[] }>(
      await world.boss.get(`${api}/programs/${program.id}/enrollments/`),
    ).results;
    expect(enrollments).toMatchObject([{ status: 'pending', partner: { id: card.id } }]);
    expect(ok<ApplicationState>(await stateOf(token))).toMatchObject({
      status: 'pending',
      reason: '',
      program: program.name,
    });
    expect((await stateOf('nonsense')).status).toBe(404);
    const stored = await world.server.db.selectFrom('applications').selectAll().execute();
    for (const source of [stored, lines, card]) expect(JSON.stringify(source)).not.toContain(token);
    await world.anonymous.open(`/join/status/${token}`);
    expect(lines.join('')).not.toContain(token);
  });

  test('requires both consents to the current documents, a name, and a valid INN of an allowed partner type', async () => {
    const program = await world.program();
    const refused = async (more: object) => {
      const { status, body } = await apply(program, more);
      expect(status).toBe(400);
      return Object.keys(body as object);
    };
    expect(await refused({ offer: false })).toEqual(['offer']);
    expect(await refused({ personal_data: undefined })).toEqual(['personal_data']);
    expect(await refused({ offer_version: 7 })).toEqual(['offer']);
    expect(await refused({ personal_data_version: 7 })).toEqual(['personal_data']);
    expect(await refused({ last_name: '', first_name: '' })).toEqual(['last_name', 'first_name']);
    expect(await refused({ kind: 'legal' })).toEqual(['company_name', 'inn']);
    expect(await refused({ kind: 'self_employed', inn: '500100732258' })).toEqual(['inn']);
    expect(await refused({ phone: '+74951234567' })).toEqual(['phone']);
    await world.server.resetLimits();
    ok(await world.boss.patch(`${api}/organization/`, { partner_kinds: ['legal', 'self_employed'] }));
    expect(await refused({})).toEqual(['kind']);
    ok(
      await world.boss.patch(`${api}/organization/`, {
        partner_kinds: ['individual', 'self_employed', 'ip', 'legal'],
      }),
    );
  });

  test('gets the usual response and is not stored when its honeypot field is filled', async () => {
    const phone = world.phone();
    const response = await apply(await world.program(), { phone, website: 'https://example.ru' });
    expect(response).toMatchObject({ status: 202, body: { token: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(await cards(phone)).toEqual([]);
  });
});

describe('an application with a known phone', () => {
  test('gets the usual response, keeps the existing card, and only the organization sees the repeat', async () => {
    const program = await world.program({ join_policy: 'open' });
    const { card } = await world.partner();
    const { phone } = card;
    const before = await cardOf(phone);
    const known = await apply(program, { phone, last_name: 'Другая' });
    const fresh = await apply(program);
    expect(known.status).toBe(202);
    expect(Object.keys(known.body as object)).toEqual(Object.keys(fresh.body as object));
    expect(await cardOf(phone)).toEqual(before);
    const states = await Promise.all(
      [known, fresh].map(async (response) =>
        ok<ApplicationState>(await stateOf(ok<{ token: string }>(response).token)),
      ),
    );
    expect({ ...states[0], created_at: '' }).toEqual({ ...states[1], created_at: '' });
    expect(await applicationsOf(card.id)).toMatchObject([{ is_repeat: true, status: 'pending' }]);
  });

  test('runs the same statements as one with an unknown phone', async () => {
    const program = await world.program({ join_policy: 'open' });
    const { card } = await world.partner();
    const statements: string[][] = [];
    for (const phone of [card.phone, world.phone()]) {
      const recorded = recordStatements(world.server.db);
      ok(await apply(program, { phone }));
      statements.push(recorded.end());
    }
    expect(statements[0]?.length).toBeGreaterThan(8);
    expect(statements[0]).toEqual(statements[1]);
  });
});

describe('a decision about an application', () => {
  test('enrolls an approved applicant, who gets a link and joins by an invitation', async () => {
    const program = await world.program({ join_policy: 'by_request' });
    const phone = world.phone();
    const { token } = ok<{ token: string }>(await apply(program, { phone }));
    const { id } = await cardOf(phone);
    expect((await world.boss.post(`${api}/partners/${id}/invitation/`)).status).toBe(409);
    expect(ok<Partner>(await move(id, 'approve'))).toMatchObject({ status: 'active', sign_in: 'none' });
    expect(ok<ApplicationState>(await stateOf(token))).toMatchObject({ status: 'approved' });
    const links = ok<{ results: Link[] }>(await world.boss.get(`${api}/partners/${id}/links/`)).results;
    expect(links).toMatchObject([{ program: { id: program.id }, active: true }]);
    const { url } = ok<InvitationLink>(await world.boss.post(`${api}/partners/${id}/invitation/`));
    expect((await cardOf(phone)).invitation).not.toBeNull();
    const { access } = ok<{ access: string }>(await world.accept(url));
    expect(await cardOf(phone)).toMatchObject({ status: 'active', sign_in: 'on', invitation: null });
    const own = createCaller(world.server, access);
    const statements = ok<{ results: { id: string }[] }>(await own.get(`${api}/programs/`)).results;
    expect(statements.map((one) => one.id)).toContain(program.id);
    expect((await world.boss.post(`${api}/partners/${id}/invitation/`)).status).toBe(409);
  });

  test('shows the reason of a rejection to the applicant and can be reversed', async () => {
    const program = await world.program();
    const phone = world.phone();
    const { token } = ok<{ token: string }>(await apply(program, { phone }));
    const { id } = await cardOf(phone);
    expect((await move(id, 'reject')).status).toBe(400);
    ok(await move(id, 'reject', { reason: 'Работаем только с компаниями.' }));
    expect(ok<ApplicationState>(await stateOf(token))).toMatchObject({
      status: 'rejected',
      reason: 'Работаем только с компаниями.',
    });
    ok(await move(id, 'reopen'));
    expect(ok<ApplicationState>(await stateOf(token))).toMatchObject({ status: 'pending', reason: '' });
    ok(await move(id, 'approve'));
    expect(ok<ApplicationState>(await stateOf(token))).toMatchObject({ status: 'approved', reason: '' });
  });

  test('is impossible for another organization, which sees neither card nor application', async () => {
    const program = await world.program();
    const phone = world.phone();
    ok(await apply(program, { phone }));
    const { id } = await cardOf(phone);
    const stranger = await world.organization();
    expect((await stranger.get(`${api}/partners/${id}/applications/`)).status).toBe(404);
    const { caller } = await world.partner();
    expect((await caller.get(`${api}/partners/${id}/applications/`)).status).toBe(403);
  });
});

test('shows the join link of a program and its QR code to the organization', async () => {
  const program = await world.program();
  const path = `${api}/programs/${program.id}/join-link/`;
  const { url, qr } = ok<{ url: string; qr: string }>(await world.boss.get(path));
  expect(new URL(url).pathname).toBe(`/join/${program.join_code}`);
  expect(qr).toContain('<svg');
  const stranger = await world.organization();
  expect((await stranger.get(path)).status).toBe(404);
});

describe('applications', () => {
  test('are limited to ten an hour from one address, for all phones', async () => {
    const program = await world.program();
    for (let sent = 0; sent < 10; sent += 1) expect((await apply(program)).status).toBe(202);
    expect((await apply(program)).status).toBe(429);
    expect((await apply(program, {}, '198.51.100.9')).status).toBe(202);
  });

  test('are limited to three a day for one phone from all addresses, for known and unknown phones', async () => {
    const program = await world.program();
    const { card } = await world.partner();
    for (const phone of [card.phone, world.phone()]) {
      for (const end of [1, 2, 3])
        expect((await apply(program, { phone }, `198.51.100.${end}`)).status).toBe(202);
      expect((await apply(program, { phone }, '198.51.100.4')).status).toBe(429);
    }
  });
});
