import { createHash } from 'node:crypto';
import type {
  FileDownload,
  JournalEntry,
  Page,
  Payment,
  PaymentAttempt,
  Registry,
  RegistryLine,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BankSteps, createBankSteps, PERSON_INN, REASON } from '../setup/bank.ts';
import { ACCOUNT, organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
let bank: BankSteps;
organizationForEachTest((stage) => {
  ({ world, boss, money } = stage);
  bank = createBankSteps(stage);
}, PAYER);

const registryOf = async () => {
  const [registry] = ok<Page<Registry>>(await boss.get(REGISTRIES)).results;
  if (registry === undefined) throw new Error('there is no registry');
  return registry;
};
const open = (path: string, by = boss) => by.open(`${api}/${path}`);
async function download(path: string, by = boss) {
  const response = await open(path, by);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const fileOf = ({ id }: Pick<Registry, 'id'>, format = '1c') =>
  download(`registries/${id}/file/?format=${format}`);
const downloadsOf = async (object: string) =>
  ok<{ results: FileDownload[] }>(await boss.get(`${api}/${object}/downloads/`)).results;
const filesOfAttempts = async ({ id }: Pick<Payment, 'id'>) =>
  ok<{ results: PaymentAttempt[] }>(await boss.get(`${api}/payments/${id}/attempts/`)).results.map(
    ({ files }) => files,
  );
const contents = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from kept_files where content is not null`.execute(
      world.server.db,
    )
  ).rows[0]?.n;
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Creates an approved registry of one payment. */
async function approved(amount_kop = 500_000) {
  const payment = await bank.registered(amount_kop, { isSent: false });
  return { payment, registry: await registryOf() };
}

describe('a bank file that is downloaded', () => {
  test.each(['1c', 'csv', 'xlsx'])('is kept and has the same bytes later, as %s', async (format) => {
    const { payment, registry } = await approved();
    const content = await fileOf(registry, format);
    const [first] = await downloadsOf(`registries/${registry.id}`);
    expect(first).toMatchObject({
      format,
      sha256: sha256(content),
      at: world.server.now().toISOString(),
      registry: { id: registry.id, number: registry.number },
      is_kept: true,
    });
    ok(await bank.markPaid(payment));
    expect((await registryOf()).status).toBe('closed');
    world.server.advance(3600);
    const again = await open(`file-downloads/${first?.id}/`);
    expect(again.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await again.arrayBuffer()).equals(content)).toBe(true);
    expect((await downloadsOf(`payments/${payment.id}`)).map(({ sha256: hash }) => hash)).toEqual([
      sha256(content),
      sha256(content),
    ]);
  });

  test('is named with its line in the attempt of each of its payments', async () => {
    for (const amount of [500_000, 300_000])
      await money.payable(amount, { card: { inn: PERSON_INN }, method: ACCOUNT });
    money.ready();
    const [registry] = (await money.form()).results as [Registry];
    ok(await money.step(registry, 'approve'));
    world.server.advance(60);
    await fileOf(registry);
    const [downloaded] = await downloadsOf(`registries/${registry.id}`);
    if (downloaded === undefined) throw new Error('there is no download');
    const { id, name, at, by } = downloaded;
    const { results } = ok<Page<RegistryLine>>(await boss.get(`${REGISTRIES}${registry.id}/payments/`));
    for (const [index, { payment }] of results.entries())
      expect(await filesOfAttempts(payment)).toEqual([
        [{ id, name, at, by, registry: downloaded.registry, line: index + 1 }],
      ]);
    expect(results).toHaveLength(2);
  });

  test('belongs to the attempt that was approved before its download', async () => {
    const { payment, registry } = await approved();
    await fileOf(registry);
    ok(await money.step(registry, 'send'));
    ok(await bank.step(payment, 'mark-failed', { reason: REASON }));
    world.server.advance(60);
    ok(await bank.step(payment, 'retry'));
    expect(await filesOfAttempts(payment)).toMatchObject([[{ line: 1 }], []]);
  });

  test('twice with the same content is stored once, as two downloads', async () => {
    const before = (await contents()) ?? 0;
    const { registry } = await approved();
    await fileOf(registry);
    await fileOf(registry);
    expect(await contents()).toBe(before + 1);
    expect(await downloadsOf(`registries/${registry.id}`)).toHaveLength(2);
    const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${registry.id}`));
    expect(results.filter(({ title }) => title === 'Файл для банка скачан')).toHaveLength(2);
  });

  test('again is a further download, with an entry in the journal', async () => {
    const { registry } = await approved();
    await fileOf(registry);
    const [first] = await downloadsOf(`registries/${registry.id}`);
    await download(`file-downloads/${first?.id}/`);
    expect(await downloadsOf(`registries/${registry.id}`)).toHaveLength(2);
    const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${registry.id}`));
    expect(results[0]).toMatchObject({
      title: 'Файл для банка скачан',
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'Файл', after: expect.stringContaining('Снова: Реестр') }),
      ]),
    });
  });

  test('as a QR code is kept with its payment', async () => {
    const payment = await bank.draft(500_000);
    const content = await download(`payments/${payment.id}/qr/`);
    const [kept] = await downloadsOf(`payments/${payment.id}`);
    expect(kept).toMatchObject({ format: 'qr', sha256: sha256(content), registry: null });
    expect((await download(`file-downloads/${kept?.id}/`)).equals(content)).toBe(true);
    const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${payment.id}`));
    expect(results[0]).toMatchObject({ title: 'Код для оплаты показан' });
  });

  test('is read only by positions that make bank files', async () => {
    const { registry, payment } = await approved();
    await fileOf(registry);
    const [first] = await downloadsOf(`registries/${registry.id}`);
    const manager = await world.employee('manager');
    for (const path of [`registries/${registry.id}/downloads/`, `payments/${payment.id}/downloads/`])
      expect((await manager.get(`${api}/${path}`)).status).toBe(403);
    expect((await open(`file-downloads/${first?.id}/`, manager)).status).toBe(403);
    const stranger = await world.organization();
    expect((await open(`file-downloads/${first?.id}/`, stranger)).status).toBe(404);
    expect((await stranger.get(`${api}/registries/${registry.id}/downloads/`)).status).toBe(404);
  });

  test('never changes, also by SQL', async () => {
    const { registry } = await approved();
    await fileOf(registry);
    const { db } = world.server;
    const run = (statement: string) => sql.raw(statement).execute(db);
    for (const statement of [
      "update kept_files set sha256 = repeat('0', 64)",
      "update kept_files set content = '\\x00'",
      'update kept_files set content = null, erased_at = now()',
    ])
      await expect(run(statement)).rejects.toThrow('kept files never change');
    for (const statement of [
      'delete from kept_files',
      'update file_downloads set format = format',
      'delete from file_downloads',
    ])
      await expect(run(statement)).rejects.toThrow('append only');
  });
});

describe('a cancellation after the bank file was downloaded', () => {
  const cancel = (payment: Pick<Payment, 'id'>, more: object = {}) =>
    bank.step(payment, 'cancel', { reason: REASON, ...more });
  const CONFIRMED = { file_not_uploaded: true };

  test('of a payment needs the statement that the file was not uploaded', async () => {
    const { payment, registry } = await approved();
    expect((await bank.read(payment)).last_download).toBeNull();
    world.server.setClock(new Date(`${world.today()}T09:40:00Z`));
    await fileOf(registry);
    const { last_download } = await bank.read(payment);
    expect(last_download?.at).toBe(world.server.now().toISOString());
    expect(await cancel(payment)).toMatchObject({
      status: 409,
      body: {
        code: 'file_downloaded',
        detail: expect.stringMatching(
          /^Файл скачан 12:40, .+; отмените, только если он не загружен в банк\.$/,
        ),
      },
    });
    expect(await cancel(payment, { file_not_uploaded: false })).toMatchObject({ status: 400 });
    expect(ok<Payment>(await cancel(payment, CONFIRMED)).status).toBe('canceled');
    const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${payment.id}`));
    expect(results.find(({ action }) => action === 'payment.canceled')?.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'Файл не загружен в банк', after: 'Да' })]),
    );
  });

  test('of a draft payment whose QR code was shown needs it too', async () => {
    const payment = await bank.draft(500_000);
    await download(`payments/${payment.id}/qr/`);
    expect(await cancel(payment)).toMatchObject({ status: 409, body: { code: 'file_downloaded' } });
    ok(await cancel(payment, CONFIRMED));
  });

  test('of a payment that the bank has refused since then needs nothing', async () => {
    const { payment, registry } = await approved();
    await fileOf(registry);
    ok(await money.step(registry, 'send'));
    world.server.advance(60);
    ok(await bank.step(payment, 'mark-failed', { reason: 'Счет закрыт' }));
    expect((await bank.read(payment)).last_download).toBeNull();
    ok(await cancel(payment));
  });

  test('of a registry names the number of its payments', async () => {
    for (const kop of [500_000, 300_000])
      await money.payable(kop, { card: { inn: PERSON_INN }, method: ACCOUNT });
    money.ready();
    const [formed] = (await money.form()).results as [Registry];
    ok(await money.step(formed, 'approve'));
    await fileOf(formed);
    expect(await money.step(formed, 'cancel', { reason: REASON })).toMatchObject({
      status: 409,
      body: { code: 'file_downloaded', detail: expect.stringContaining(', в нем 2\u00a0выплаты; отмените') },
    });
    ok(await money.step(formed, 'cancel', { reason: REASON, ...CONFIRMED }));
    const { results } = ok<Page<JournalEntry>>(await boss.get(`${api}/journal/?object=${formed.id}`));
    expect(results[0]?.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'Файл не загружен в банк' })]),
    );
  });

  test('of something that was never downloaded needs nothing', async () => {
    const { payment, registry } = await approved();
    ok(await money.step(registry, 'cancel', { reason: REASON }));
    ok(await cancel(payment));
  });

  test('is contradicted by a later document of the bank, which is recorded', async () => {
    const { payment, registry } = await approved();
    await fileOf(registry);
    ok(await cancel(payment, CONFIRMED));
    const { documents, apply } = await bank.upload(bank.debitOf(payment));
    expect(documents[0]?.payment?.id).toBe(payment.id);
    expect(await apply()).toEqual({ applied: 1, refused: [] });
    const { results } = ok<Page<Payment>>(
      await boss.get(`${api}/payments/?partner=${payment.partner.id}&status=paid`),
    );
    expect(results).toMatchObject([{ amount_kop: 500_000, transferred_kop: 500_000 }]);
    expect(await bank.notes()).toHaveLength(1);
  });
});
