import type {
  Link,
  ListedPartner,
  ListedProgram,
  Page,
  Partner,
  PartnerHistory,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pdfText } from '../setup/files.ts';
import { rawRequest } from '../setup/raw.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const DAY = 24 * 60 * 60;

let world: World;
beforeAll(async () => {
  world = await createWorld({ publicUrl: 'https://ref.example.ru' });
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const create = (body: object, by = world.boss) =>
  by.post(`${api}/partners/`, { phone: world.phone(), ...body });

describe('a new partner', () => {
  test('is invited and gets a name, and a phone with a card in the organization is refused', async () => {
    const { invitation, ...card } = await world.invited({ phone: '8 (903) 000-00-01' });
    expect(card).toMatchObject({ status: 'invited', phone: '+79030000001', name: 'Петров Олег' });
    expect(invitation.url).toMatch(/^https:\/\/ref\.example\.ru\/invite\/[\w-]{43}$/);
    expect(await create({ phone: card.phone })).toMatchObject({
      status: 400,
      body: { phone: ['Партнер с таким телефоном уже есть.'] },
    });
  });

  test.each([
    [{ kind: 'legal', inn: '7707083893' }, 201],
    [{ kind: 'legal', inn: '7707083894' }, 400],
    [{ kind: 'legal', inn: '500100732259' }, 400],
    [{ kind: 'self_employed', inn: '500100732259' }, 201],
    [{ kind: 'ip', inn: '7707083893' }, 400],
    [{ inn: '' }, 201],
  ])('is checked by legal form and INN: %o gets the response %i', async (body, status) => {
    const response = await create(body);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body).toEqual({ inn: [expect.stringMatching(/ИНН/)] });
  });

  test.each(['+7 800 555-35-35', '+1 555 123 4567', '112'])('is refused with the phone %s', async (phone) => {
    expect(await create({ phone })).toMatchObject({ status: 400, body: { phone: [expect.any(String)] } });
  });
});

describe('a partner card', () => {
  test('can be changed only from its current version, and a new type requires a matching INN', async () => {
    const card = await world.invited({ inn: '500100732259' });
    const at = `${api}/partners/${card.id}/`;
    expect(await world.boss.patch(at, { kind: 'legal', version: 1 })).toMatchObject({ status: 400 });
    const change = {
      kind: 'legal',
      inn: '7707083893',
      company_name: 'ООО «Окна»',
      tags: ['vip', 'vip'],
      version: 1,
    };
    expect(ok(await world.boss.patch(at, change))).toMatchObject({
      name: 'ООО «Окна»',
      tags: ['vip'],
      version: 2,
    });
    expect(await world.boss.patch(at, change)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
  });

  test.each(['block', 'reject'])('requires a reason for the transition %s', async (word) => {
    const { id } = await world.invited();
    const status = word === 'block' ? 'active' : 'pending';
    await world.server.db.updateTable('partners').set({ status }).where('id', '=', id).execute();
    const response = await world.boss.post(`${api}/partners/${id}/${word}/`, { reason: ' ' });
    expect(response).toMatchObject({ status: 400, body: { reason: [expect.any(String)] } });
  });
});

describe('a referral link', () => {
  const setUp = async () => {
    const program = await world.program();
    const { card, caller } = await world.partner();
    const link = await world.enroll(program.id, card.id);
    const make = (body: object, by = caller) =>
      by.post(`${api}/partners/${card.id}/links/`, { program: program.id, ...body });
    return { program, card, caller, link, make };
  };

  test('cannot be created for a blocked partner until the partner is unblocked', async () => {
    const { make, card } = await setUp();
    ok(await world.boss.post(`${api}/partners/${card.id}/block/`, { reason: 'Спам' }));
    for (const by of [undefined, world.boss])
      expect(await make({}, by)).toMatchObject({ status: 409, body: { code: 'blocked' } });
    ok(await world.boss.post(`${api}/partners/${card.id}/unblock/`));
    expect((await make({})).status).toBe(201);
  });

  test('is found in its program by code, name and partner, and by id', async () => {
    const { program, caller, link, make } = await setUp();
    const named = ok<Link>(await make({ code: 'vizitka-7', label: 'Визитка' }));
    const other = await world.partner({ last_name: 'Ёлкин' });
    const ofOther = await world.enroll(program.id, other.card.id);
    const find = async (query: string, by = world.boss) =>
      ok<Page<Link>>(await by.get(`${api}/programs/${program.id}/links/?${query}`)).results.map(
        ({ id }) => id,
      );
    expect(await find('search=IZITKA')).toEqual([named.id]);
    expect(await find(`search=${encodeURIComponent('визит')}`)).toEqual([named.id]);
    expect(await find(`search=${encodeURIComponent('елкин')}`)).toEqual([ofOther.id]);
    expect((await find(`id=${link.id},${named.id}`)).sort()).toEqual([link.id, named.id].sort());
    expect(await find(`id=${ofOther.id}`, caller)).toEqual([]);
  });

  test('gets the requested code in lower case, and the code can never be used again', async () => {
    const { make } = await setUp();
    expect(ok(await make({ code: 'My-Code-1' }))).toMatchObject({
      code: 'my-code-1',
      path: '/ref/my-code-1',
    });
    const other = await setUp();
    expect(await other.make({ code: 'MY-CODE-1' })).toMatchObject({
      status: 400,
      body: { code: ['Этот код занят.'] },
    });
    const check = (code: string) => other.caller.get(`${api}/links/check/?code=${code}`);
    expect(ok(await check('my-CODE-1'))).toEqual({ code: 'my-code-1', available: false });
    expect(ok(await check('my-code-2'))).toEqual({ code: 'my-code-2', available: true });
  });

  test.each(['12345', 'ab', 'код', 'a b', 'a'.repeat(33), 'api', 'a_b'])(
    'is refused with the code «%s»',
    async (code) => {
      const { make } = await setUp();
      expect(await make({ code })).toMatchObject({ status: 400, body: { code: [expect.any(String)] } });
    },
  );

  test('can be created only in programs of the partner', async () => {
    const { card, caller } = await setUp();
    const foreign = await world.program();
    const response = await caller.post(`${api}/partners/${card.id}/links/`, { program: foreign.id });
    expect(response).toMatchObject({ status: 400, body: { program: [expect.any(String)] } });
  });

  test('is labeled by its partner and switched off by the organization', async () => {
    const { link, caller } = await setUp();
    const at = `${api}/links/${link.id}/`;
    expect(ok<Link>(await caller.patch(at, { label: 'В шапке' }))).toMatchObject({
      label: 'В шапке',
      active: true,
    });
    expect(await caller.patch(at, { active: false })).toMatchObject({
      status: 400,
      body: { active: [expect.any(String)] },
    });
    expect(ok<Link>(await world.boss.patch(at, { active: false }))).toMatchObject({ active: false });
  });

  test('has a QR code in SVG', async () => {
    const { link, caller } = await setUp();
    const response = await caller.get(`${api}/links/${link.id}/qr/?format=svg`);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    expect(response.body).toMatch(/^<svg /);
    const path = `${api}/links/${link.id}/qr/?format=svg`;
    const headers = { ...caller.headers, host: '[' };
    expect(await rawRequest(world.server, { method: 'GET', path, headers })).toMatchObject({ status: 400 });
  });
});

test('the printable QR code of a link contains the program, the reward and the URL', async () => {
  const reward = { kind: 'percent', percent_bps: 750, cap_per_lead_kop: 1_000_000 };
  const program = await world.program({ name: 'Окна «Ёлка»', reward, reward_event: 'deal_won' });
  const { card, caller } = await world.partner();
  const link = await world.enroll(program.id, card.id);
  const path = `${api}/links/${link.id}/qr/pdf/`;
  const response = await caller.open(path);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toContain(`qr-${link.code}.pdf`);
  const text = await pdfText(new Uint8Array(await response.arrayBuffer()));
  expect(text).toContain('Окна «Ёлка» 7,5 % от сделки, не больше 10 000,00 ₽');
  expect(text.replaceAll(' ', '')).toContain(`https://ref.example.ru${link.path}`);
  expect(text).toContain('Страница 1 из 1');
  const stranger = await world.partner();
  expect(await stranger.caller.get(path)).toMatchObject({ status: 404 });
});

describe('the history of a partner card', () => {
  test('lists users, actions and reasons, latest first', async () => {
    const card = await world.invited();
    const own = `${api}/partners/${card.id}/`;
    ok(await world.boss.patch(own, { version: card.version, note: 'Просил звонить утром' }));
    const archived = ok<Partner>(await world.boss.post(`${own}archive/`, { reason: 'Переехал' }));
    const { results } = ok<PartnerHistory>(await world.boss.get(`${own}history/`));
    expect(archived.status).toBe('archived');
    expect(results).toMatchObject([
      { from_status: 'invited', to_status: 'archived', reason: 'Переехал', changed: [] },
      { from_status: null, to_status: null, reason: '', changed: ['note'] },
      { from_status: null, to_status: 'invited', reason: '', changed: [] },
    ]);
    for (const { actor } of results) expect(actor).toEqual(expect.any(String));
  });

  test('responds 404 to another organization', async () => {
    const other = await world.organization();
    const card = await world.invited();
    expect(await other.get(`${api}/partners/${card.id}/history/`)).toMatchObject({ status: 404 });
  });
});

describe('a partner created for a program', () => {
  test('is enrolled and has a link before joining', async () => {
    const program = await world.program();
    const { id } = await world.invited({ program: program.id });
    const links = ok<{ results: Link[] }>(await world.boss.get(`${api}/partners/${id}/links/`)).results;
    expect(links.map((link) => link.program.id)).toEqual([program.id]);
  });

  test('is refused for a program of another organization and for an unknown program', async () => {
    const other = await world.organization();
    const foreign = await world.program({}, other);
    for (const program of [foreign.id, '00000000-0000-7000-8000-000000000000'])
      expect(await world.boss.post(`${api}/partners/`, { phone: world.phone(), program })).toMatchObject({
        status: 400,
        body: { program: ['Программа не найдена.'] },
      });
  });
});

describe('the recent activity in the lists of partners and programs', () => {
  const getList = async <Row>(path: string, by = world.boss) =>
    ok<Page<Row>>(await by.get(`${api}/${path}/`)).results;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const NO_LEADS = Array.from({ length: 12 }, () => 0);

  test('counts leads by week up to today, without duplicates and older leads, and the share of all deals', async () => {
    const boss = await world.organization();
    const start = world.server.now();
    const program = await world.program({}, boss);
    const other = await world.program({}, boss);
    const { card } = await world.partner({}, boss);
    const { card: second } = await world.partner({}, boss);
    for (const id of [card.id, second.id]) await world.enroll(program.id, id, boss);
    const win = async (programId: string, more: object) => {
      const { id } = await world.lead(programId, more, boss);
      ok(await boss.post(`${api}/leads/${id}/transition/`, { to: 'qualified', version: 1 }));
      const deal = { to: 'won', deal_amount_kop: 100_000, version: 2 };
      ok(await boss.post(`${api}/leads/${id}/transition/`, deal));
    };
    try {
      await win(program.id, { partner: card.id });
      world.server.advance(83 * DAY);
      await win(program.id, { partner: second.id });
      const phone = world.phone();
      await world.lead(program.id, { partner: card.id, phone }, boss);
      await world.lead(program.id, { partner: card.id, phone }, boss);
      await win(other.id, {});

      const partners = await getList<ListedPartner>('partners', boss);
      const activityOf = (id: string) => partners.find((row) => row.id === id)?.activity;
      expect(activityOf(card.id)).toEqual({
        weekly_leads: [1, ...NO_LEADS.slice(2), 1],
        deal_share_bps: 3_333,
      });
      expect(activityOf(second.id)).toEqual({
        weekly_leads: [...NO_LEADS.slice(1), 1],
        deal_share_bps: 3_333,
      });
      for (const { activity, figures } of partners) expect(sum(activity.weekly_leads)).toBe(figures.leads);

      const programs = await getList<ListedProgram>('programs', boss);
      for (const { activity, figures } of programs) expect(sum(activity.weekly_leads)).toBe(figures.leads);
      expect(programs.find(({ id }) => id === program.id)?.activity.deal_share_bps).toBe(6_667);
      expect(programs.find(({ id }) => id === other.id)?.activity.deal_share_bps).toBe(3_333);

      world.server.advance(DAY);
      const [older] = (await getList<ListedPartner>('partners', boss)).filter(({ id }) => id === card.id);
      expect(older?.activity.weekly_leads).toEqual([...NO_LEADS.slice(1), 1]);
    } finally {
      world.server.setClock(start);
    }
  });

  test('has no share while the organization has no deals', async () => {
    const boss = await world.organization();
    await world.program({}, boss);
    await world.invited({}, boss);
    const activity = { weekly_leads: NO_LEADS, deal_share_bps: null };
    expect(await getList('partners', boss)).toMatchObject([{ activity }]);
    expect(await getList('programs', boss)).toMatchObject([{ activity }]);
  });
});
