import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAccount } from '@referral-dashboard/api-contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createBanks } from '../../src/organization/banks/index.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const SBER = {
  bik: '044525225',
  name: 'ПАО СБЕРБАНК',
  city: 'г Москва',
  corr_account: '30101810400000000225',
};
const ACCOUNT =
  Array.from({ length: 10 }, (_, key) => `40802810${key}38000000001`).find((account) =>
    isAccount(SBER.bik, account),
  ) ?? '';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banks-'));
  world = await createWorld();
});
afterEach(() => world.server.db.deleteFrom('banks').execute());
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true });
});

const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const directory = (bik: string) =>
  `<ED807><BICDirectoryEntry BIC="${bik}"><ParticipantInfo NameP="${SBER.name}" Tnp="г" Nnp="Москва"/>` +
  `<Accounts Account="${SBER.corr_account}" RegulationAccountType="CRSA" AccountStatus="ACAC"/></BICDirectoryEntry></ED807>`;
const load = (path: string) => createBanks({ db: world.server.db }).load(path);
const ask = async (bik: string) => ok(await world.boss.get(`${api}/banks/?bik=${bik}`));
const settle = (patch: object) => world.boss.patch(`${api}/organization/`, patch);

test('without a bank directory no bank is found and only wrong check digits are refused', async () => {
  expect(await ask(SBER.bik)).toEqual({ is_loaded: false, bank: null });
  const own = { bank_bik: '044525999', bank_account: '', bank_corr_account: '' };
  ok(await settle(own));
  expect(await settle({ bank_bik: SBER.bik, bank_corr_account: '30101810400000000226' })).toMatchObject({
    status: 400,
    body: { bank_corr_account: [expect.stringMatching(/контрольный ключ/)] },
  });
  ok(await settle({ bank_bik: '' }));
});

describe('an uploaded bank directory', () => {
  const DIRECTORY = `${api}/banks/directory/`;
  const upload = (by: Caller, xml: string) =>
    by.post(DIRECTORY, { data: Buffer.from(xml).toString('base64') });
  const dated = (bik: string) => directory(bik).replace('<ED807>', '<ED807 BusinessDay="2026-11-21">');

  test('is used only by its organization and its partners', async () => {
    const owner = await world.organization();
    const other = await world.organization();
    const emptyDirectory = { source: 'none', banks: 0, day: null, loaded_at: null };
    expect(ok(await owner.get(DIRECTORY))).toEqual(emptyDirectory);
    expect(ok(await upload(owner, dated(SBER.bik)))).toMatchObject({
      source: 'own',
      banks: 1,
      day: '2026-11-21',
    });
    expect(ok(await owner.get(`${api}/banks/?bik=${SBER.bik}`))).toEqual({ is_loaded: true, bank: SBER });
    const { caller, card } = await world.partner({}, owner);
    expect(ok(await caller.get(`${api}/banks/?bik=${SBER.bik}`))).toMatchObject({ bank: SBER });
    expect(ok(await other.get(`${api}/banks/?bik=${SBER.bik}`))).toEqual({ is_loaded: false, bank: null });
    expect(ok(await other.get(DIRECTORY))).toEqual(emptyDirectory);
    const method = { kind: 'bank_account', bank: 'Сбер', bik: SBER.bik, account: ACCOUNT };
    expect(ok(await owner.post(`${api}/partners/${card.id}/payout-methods/`, method))).toMatchObject({
      corr_account: SBER.corr_account,
    });
    await load(file('ed807.xml', directory('044525974')));
    expect(ok(await owner.get(`${api}/banks/?bik=044525974`))).toEqual({ is_loaded: true, bank: null });
    expect(ok(await other.get(DIRECTORY))).toMatchObject({ source: 'server', banks: 1 });
  });

  test('replaces the former one, and an invalid file changes nothing', async () => {
    const owner = await world.organization();
    ok(await upload(owner, dated(SBER.bik)));
    for (const wrong of ['БИК', '<ED807></ED807>', 'PK\u0003\u0004'])
      expect(await upload(owner, wrong)).toMatchObject({ status: 400, body: { data: [expect.any(String)] } });
    expect(await owner.post(DIRECTORY, {})).toMatchObject({ status: 400 });
    expect(ok(await owner.get(`${api}/banks/?bik=${SBER.bik}`))).toMatchObject({ bank: SBER });
    ok(await upload(owner, dated('044525974')));
    expect(ok(await owner.get(`${api}/banks/?bik=${SBER.bik}`))).toEqual({ is_loaded: true, bank: null });
    const { results } = ok<{ results: { title: string }[] }>(await owner.get(`${api}/journal/`));
    expect(JSON.stringify(results)).toContain('Справочник БИК загружен');
  });

  test('can be uploaded only by owners', async () => {
    for (const position of ['manager', 'accountant', 'viewer'] as const)
      expect((await upload(await world.employee(position), dated(SBER.bik))).status).toBe(403);
  });
});

test('an accountant may change only the bank details of the organization', async () => {
  const accountant = await world.employee('accountant');
  const bank = `${api}/organization/bank/`;
  expect(ok(await accountant.patch(bank, { kpp: '773601001', bank_name: 'Сбер' }))).toMatchObject({
    kpp: '773601001',
    bank_name: 'Сбер',
  });
  expect((await accountant.patch(bank, { bank_account: '1' })).status).toBe(400);
  expect((await accountant.patch(bank, { name: 'Другое' })).status).toBe(400);
  expect((await accountant.patch(`${api}/organization/`, { kpp: '' })).status).toBe(403);
  expect((await (await world.employee('manager')).patch(bank, { kpp: '' })).status).toBe(403);
  ok(await world.boss.patch(bank, { kpp: '', bank_name: '' }));
});

describe('with a bank directory', () => {
  test('organizations and partners find a bank by its BIK', async () => {
    expect(await load(file('ed807.xml', directory(SBER.bik)))).toBe(1);
    expect(await ask(SBER.bik)).toEqual({ is_loaded: true, bank: SBER });
    expect(await ask('044525974')).toEqual({ is_loaded: true, bank: null });
    const { caller } = await world.partner();
    expect(ok(await caller.get(`${api}/banks/?bik=${SBER.bik}`))).toMatchObject({ bank: SBER });
    expect((await world.boss.get(`${api}/banks/?bik=12`)).status).toBe(400);
  });

  test('banks are found by a part of their name in any case, with a bank before its branches', async () => {
    const find = async (search: string, by = world.boss) =>
      ok<{ is_loaded: boolean; results: { name: string; bik: string }[] }>(
        await by.get(`${api}/banks/search/?search=${encodeURIComponent(search)}`),
      );
    expect(await find('сбер')).toEqual({ is_loaded: false, results: [] });
    const entry = (bik: string, name: string) =>
      `<BICDirectoryEntry BIC="${bik}"><ParticipantInfo NameP="${name}" Tnp="г" Nnp="Москва"/></BICDirectoryEntry>`;
    const names = ['ФИЛИАЛ ЮЖНЫЙ ПАО СБЕРБАНК', 'ПАО СБЕРБАНК', 'АО &quot;ТБАНК&quot;', 'БАНК ЁЛКА'];
    const entries = names.map((name, at) => entry(`04452500${at}`, name)).join('');
    await load(file('names.xml', `<ED807>${entries}</ED807>`));
    const { caller } = await world.partner();
    expect((await find('Сбер', caller)).results.map(({ name }) => name)).toEqual([names[1], names[0]]);
    expect((await find('т-банк')).results).toMatchObject([{ bik: '044525002', name: 'АО "ТБАНК"' }]);
    expect((await find('елка')).results).toMatchObject([{ bik: '044525003' }]);
    expect(await find('«--»')).toEqual({ is_loaded: true, results: [] });
    expect(await find('%%')).toEqual({ is_loaded: true, results: [] });
    expect((await world.boss.get(`${api}/banks/search/?search=a`)).status).toBe(400);
    const manyBanks = Array.from({ length: 40 }, (_, at) =>
      entry(String(44525100 + at).padStart(9, '0'), `БАНК ${at}`),
    );
    await load(file('many.xml', `<ED807>${manyBanks.join('')}</ED807>`));
    expect((await find('банк')).results).toHaveLength(20);
  });

  test('an unknown BIK is refused with a field error for organizations and partners', async () => {
    await load(file('ed807.xml', directory('044525974')));
    const refused = [expect.stringMatching(/нет в справочнике/)];
    expect(await settle({ bank_bik: SBER.bik })).toMatchObject({ status: 400, body: { bank_bik: refused } });
    const { card } = await world.partner();
    const method = { kind: 'bank_account', bank: 'Сбер', bik: SBER.bik, account: ACCOUNT };
    const path = `${api}/partners/${card.id}/payout-methods/`;
    expect(await world.boss.post(path, method)).toMatchObject({ status: 400, body: { bik: refused } });
    await load(file('ed807.xml', directory(SBER.bik)));
    ok(await world.boss.post(path, method));
  });

  test('a correspondent account of another bank is refused, and other fields can still be changed', async () => {
    await load(file('ed807.xml', directory(SBER.bik)));
    const other = { bank_bik: SBER.bik, bank_corr_account: '30101810500000000225' };
    expect((await settle(other)).status).toBe(400);
    ok(await settle({ bank_bik: SBER.bik, bank_corr_account: SBER.corr_account }));
    await load(file('ed807.xml', directory('044525974')));
    ok(await settle({ site: 'https://example.ru' }));
    ok(await settle({ bank_bik: '', bank_corr_account: '' }));
  });

  test('a new directory replaces the former one, and an invalid file changes nothing', async () => {
    await load(file('ed807.xml', directory(SBER.bik)));
    await expect(load(file('other.txt', 'БИК'))).rejects.toThrow('Это не справочник БИК');
    await expect(load(join(folder, 'none.zip'))).rejects.toThrow('не прочитать');
    expect(await ask(SBER.bik)).toMatchObject({ bank: SBER });
    await load(file('new.xml', directory('044525974')));
    expect(await ask(SBER.bik)).toEqual({ is_loaded: true, bank: null });
  });
});
