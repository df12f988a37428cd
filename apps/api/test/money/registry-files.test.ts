import type { BankFiles, Registry, RegistryLine } from '@referral-dashboard/api-contract';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { readOneC } from '../setup/one-c-reader.ts';
import { ACCOUNT, organizationForEachTest, PAYER, type Payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
let money: Payouts;
organizationForEachTest(
  (fixture) => {
    ({ world, boss, money } = fixture);
  },
  { ...PAYER, withholds_tax: true },
);

const fileOf = ({ id }: Pick<Registry, 'id'>, query: string) =>
  boss.open(`${REGISTRIES}${id}/file/?format=${query}`);
const bytesOf = async (registry: Pick<Registry, 'id'>, query: string) => {
  const response = await fileOf(registry, query);
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
};
const linesOf = async ({ id }: Pick<Registry, 'id'>) =>
  ok<{ results: RegistryLine[] }>(await boss.get(`${REGISTRIES}${id}/payments/?page_size=100`)).results;

async function approved(...partners: { kop: number; card?: object; method?: object }[]) {
  for (const { kop, ...input } of partners) await money.payable(kop, input);
  money.ready();
  const { results } = await money.form();
  for (const one of results) ok(await money.step(one, 'approve'));
  return results;
}
const approvedOnly = async (...partners: Parameters<typeof approved>) =>
  (await approved(...partners))[0] as Registry;

const PERSON = { kind: 'individual', last_name: 'Ёлкин', first_name: 'Пётр', father_name: 'Ильич' };
const KEYS = [
  ...['Номер', 'Дата', 'Сумма', 'ПлательщикСчет', 'Плательщик', 'ПлательщикИНН', 'Плательщик1'],
  ...['ПлательщикРасчСчет', 'ПлательщикБанк1', 'ПлательщикБИК', 'ПлательщикКорсчет'],
  ...['ПолучательСчет', 'Получатель', 'ПолучательИНН', 'Получатель1'],
  ...['ПолучательРасчСчет', 'ПолучательБанк1', 'ПолучательБИК', 'ПолучательКорсчет'],
  ...['ВидПлатежа', 'КодНазПлатежа', 'ВидОплаты', 'Код', 'НазначениеПлатежа', 'Очередность'],
];

describe('1CClientBankExchange', () => {
  test('contains every payment of the registry to the kopeck, with the keys and lengths of the format', async () => {
    const registry = await approvedOnly(
      { kop: 123_456, card: PERSON, method: ACCOUNT },
      { kop: 100_001, card: { ...PERSON, inn: '500100732259' }, method: ACCOUNT },
    );
    const { header, documents, lines } = readOneC(await bytesOf(registry, '1c'));
    expect(lines.slice(1, 4)).toEqual([
      'ВерсияФормата=1.03',
      'Кодировка=Windows',
      'Отправитель=Реферальные программы',
    ]);
    expect(header).toMatchObject({ РасчСчет: PAYER.bank_account, Документ: 'Платежное поручение' });
    expect(documents.map(({ values }) => values['Сумма'])).toEqual(['1074.56', '870.01']);
    const sums = await boss.get(`${REGISTRIES}${registry.id}/`);
    expect(sums.body).toMatchObject({ amount_kop: 223_457, tax_kop: 29_000 });
    expect(documents[0]?.keys).toEqual(KEYS);
    expect(documents[0]?.values).toMatchObject({
      Плательщик: 'ИНН 7707083893 ООО «Окна»',
      Плательщик1: 'ООО «Окна»',
      ПолучательСчет: ACCOUNT.account,
      ПолучательРасчСчет: ACCOUNT.account,
      Получатель: 'ИНН 0 Ёлкин Пётр Ильич',
      Получатель1: 'Ёлкин Пётр Ильич',
      ПолучательИНН: '0',
      ПолучательКорсчет: ACCOUNT.corr_account,
      КодНазПлатежа: '1',
      ВидОплаты: '01',
      Код: '0',
      Очередность: '5',
    });
    expect(documents[1]?.values['ПолучательИНН']).toBe('500100732259');
    const payments = (await linesOf(registry)).map(({ payment }) => payment);
    for (const [index, { values }] of documents.entries()) {
      expect(values['Номер']).toMatch(/^\d{1,6}$/);
      expect(`В-${values['Номер']}`).toBe(payments[index]?.number);
      expect(values['НазначениеПлатежа']).toBe(payments[index]?.purpose);
      expect(values['НазначениеПлатежа']?.length).toBeLessThanOrEqual(210);
    }
  });

  test('contains both KPP and no income code for a company', async () => {
    const registry = await approvedOnly({
      kop: 500_000,
      card: { kind: 'legal', company_name: 'ООО "Ромашка"', inn: '7707083893' },
      method: { ...ACCOUNT, kpp: '773601001' },
    });
    const { documents } = readOneC(await bytesOf(registry, '1c'));
    expect(documents[0]?.values).toMatchObject({ ПлательщикКПП: '773601001', ПолучательКПП: '773601001' });
    expect(documents[0]?.values).not.toHaveProperty('КодНазПлатежа');
  });

  test('contains the cities of both banks from the bank directory', async () => {
    const city = 'г Петропавловск-Камчатский (Камчатский край)';
    const bank = { bik: PAYER.bank_bik, name: 'ПАО СБЕРБАНК', city, corr_account: PAYER.bank_corr_account };
    await world.server.db.insertInto('banks').values(bank).execute();
    const registry = await approvedOnly({ kop: 500_000, card: PERSON, method: ACCOUNT });
    const { documents } = readOneC(await bytesOf(registry, '1c'));
    await world.server.db.deleteFrom('banks').execute();
    const short = city.slice(0, 30);
    expect(documents[0]?.values).toMatchObject({ ПлательщикБанк2: short, ПолучательБанк2: short });
    const keys = documents[0]?.keys ?? [];
    for (const side of ['Плательщик', 'Получатель'])
      expect(keys.indexOf(`${side}Банк2`)).toBe(keys.indexOf(`${side}Банк1`) + 1);
  });

  test('pays to a treasury account', async () => {
    const treasury = {
      bik: '004525988',
      account: '03224643450000007300',
      corr_account: '40102810545370000003',
    };
    const registry = await approvedOnly({
      kop: 500_000,
      card: { kind: 'legal', company_name: 'Школа № 7', inn: '7707083893' },
      method: { ...ACCOUNT, ...treasury, bank: 'УФК по г. Москве', kpp: '773601001' },
    });
    const { documents } = readOneC(await bytesOf(registry, '1c'));
    expect(documents[0]?.values).toMatchObject({
      ПолучательСчет: treasury.account,
      ПолучательБИК: treasury.bik,
      ПолучательКорсчет: treasury.corr_account,
    });
  });

  test('keeps line breaks in names out of the file and replaces characters that the code page lacks', async () => {
    const registry = await approvedOnly({
      kop: 500_000,
      card: {
        ...PERSON,
        last_name: 'Кот\r\nКонецДокумента\r\nСумма=1',
        first_name: '=cmd|é',
        father_name: '5 ₽',
      },
      method: ACCOUNT,
    });
    const { documents } = readOneC(await bytesOf(registry, '1c'));
    expect(documents).toHaveLength(1);
    expect(documents[0]?.values['Сумма']).toBe('4350.00');
    expect(documents[0]?.values['Получатель1']).toBe('Кот КонецДокумента Сумма-1 -cmd|e 5 руб.');
  });

  describe('the check before approval', () => {
    const formed = async (...partners: { kop: number; card?: object; method?: object }[]) => {
      for (const { kop, ...input } of partners) await money.payable(kop, input);
      money.ready();
      return (await money.form()).results[0] as Registry;
    };
    const { corr_account: _, ...noCorr } = ACCOUNT;
    const PERSON = { kind: 'individual', last_name: 'Ким', first_name: 'Петр', father_name: 'Ильич' };
    /** Returns the refusal of an approval as text, without the language check of its names. */
    const refusalOf = async ({ id, version }: Registry) => {
      const response = await boss.open(`${REGISTRIES}${id}/approve/`, {
        method: 'POST',
        headers: { ...boss.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ version }),
      });
      expect(response.status).toBe(409);
      return response.text();
    };

    test('reports a payment without a correspondent account', async () => {
      const registry = await formed(
        { kop: 500_000, card: PERSON, method: noCorr },
        { kop: 300_000, card: PERSON, method: ACCOUNT },
      );
      const lines = await linesOf(registry);
      expect(lines.map(({ problems }) => problems)).toEqual([
        ['Не хватает реквизитов: корр. счет банка.'],
        [],
      ]);
      const refusal = await money.step(registry, 'approve');
      expect(refusal).toMatchObject({ status: 409, body: { code: 'blocked', blockers: [{}] } });
      expect(JSON.stringify(refusal.body)).toMatch(/Ким Петр Ильич. Не хватает реквизитов: корр. счет банка/);
      ok(await money.step(registry, 'remove', { payments: [lines[0]?.payment.id] }));
      ok(await money.step(registry, 'approve'));
      expect((await fileOf(registry, '1c')).status).toBe(200);
    });

    test('reports characters that the bank does not accept', async () => {
      const registry = await formed({
        kop: 500_000,
        card: { ...PERSON, last_name: 'Ким 😀' },
        method: ACCOUNT,
      });
      const refusal = await refusalOf(registry);
      expect(refusal).toContain('Ким 😀');
      expect(refusal).toContain('Банк не примет знаки: 😀');
    });

    test('reports a company without a KPP and a sole proprietor without an INN', async () => {
      const registry = await formed(
        {
          kop: 500_000,
          card: { kind: 'legal', company_name: 'ООО Ромашка', inn: '7707083893' },
          method: ACCOUNT,
        },
        { kop: 500_000, card: { ...PERSON, kind: 'ip' }, method: ACCOUNT },
      );
      expect((await linesOf(registry)).map(({ problems }) => problems)).toEqual([
        ['Не указан КПП получателя.'],
        ['Не указан ИНН получателя.'],
      ]);
      expect(await money.step(registry, 'approve')).toMatchObject({
        status: 409,
        body: { blockers: [{}, {}] },
      });
    });

    test('reports missing bank details of the organization', async () => {
      const registry = await formed({ kop: 500_000, card: PERSON, method: ACCOUNT });
      ok(await boss.patch(`${api}/organization/`, { bank_name: '' }));
      const problem = 'Заполните реквизиты организации: банк.';
      expect(ok<{ problem: string }>(await boss.get(`${REGISTRIES}${registry.id}/`)).problem).toBe(problem);
      expect(await money.step(registry, 'approve')).toMatchObject({
        status: 409,
        body: { blockers: [{ detail: problem }] },
      });
    });

    test('covers a table in windows-1251 by the columns of its template', async () => {
      const columns = [{ field: 'full_name', title: 'Имя' }];
      const template = { name: 'Мой банк', rail: 'sbp', columns, separator: ';', encoding: 'windows-1251' };
      ok(await boss.patch(`${api}/bank-files/`, { templates: [{ ...template, has_header: true }] }));
      const registry = await formed({ kop: 500_000, card: { ...PERSON, last_name: 'Ким 😀' } });
      expect(await refusalOf(registry)).toContain('В кодировке Windows-1251 нет знаков: 😀');
      ok(await boss.patch(`${api}/bank-files/`, { templates: [] }));
      ok(await money.step(registry, 'approve'));
    });

    test('uses the bank directory for missing correspondent accounts and for banks without one', async () => {
      const registry = await formed({ kop: 500_000, card: PERSON, method: noCorr });
      const bank = { bik: ACCOUNT.bik, name: 'ПАО СБЕРБАНК', city: 'г Москва' };
      await world.server.db
        .insertInto('banks')
        .values({ ...bank, corr_account: ACCOUNT.corr_account })
        .execute();
      try {
        expect((await linesOf(registry))[0]?.problems).toEqual([]);
        ok(await money.step(registry, 'approve'));
        const filled = readOneC(await bytesOf(registry, '1c')).documents[0];
        expect(filled?.values['ПолучательКорсчет']).toBe(ACCOUNT.corr_account);
        await world.server.db.updateTable('banks').set({ corr_account: '' }).execute();
        const document = readOneC(await bytesOf(registry, '1c')).documents[0];
        expect(document?.values['ПолучательКорсчет']).toBe('');
      } finally {
        await world.server.db.deleteFrom('banks').execute();
      }
    });
  });

  test('follows the settings of the bank', async () => {
    ok(
      await boss.patch(`${api}/bank-files/`, { purpose_code: '', plain_number_sign: true, plain_dash: true }),
    );
    const registry = await approvedOnly({
      kop: 500_000,
      card: { ...PERSON, last_name: 'Ким — № 7' },
      method: ACCOUNT,
    });
    const { documents } = readOneC(await bytesOf(registry, '1c'));
    expect(documents[0]?.values['Получатель1']).toBe('Ким - N 7 Пётр Ильич');
    expect(documents[0]?.keys).not.toContain('КодНазПлатежа');
  });

  test('is refused for SBP, for a draft, and after all payments are done', async () => {
    const registry = await approvedOnly({ kop: 500_000 });
    expect((await fileOf(registry, '1c')).status).toBe(400);
    ok(await money.step(registry, 'send'));
    ok(
      await money.step(registry, 'mark-paid', {
        paid_on: world.today(),
        external_ref: '1',
      }),
    );
    expect((await fileOf(registry, 'csv')).status).toBe(409);
  });
});

describe('a registry table', () => {
  const rowsOf = (bytes: Buffer) =>
    parse(bytes.toString(), { bom: true, columns: true, delimiter: ';' }) as Record<string, string>[];

  test('contains name, phone, bank and amount for SBP, and codes keep their zeros', async () => {
    const registry = await approvedOnly(
      {
        kop: 123_456,
        card: PERSON,
        method: { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк', bik: '044525974' },
      },
      { kop: 5_000_000, card: { ...PERSON, last_name: '-2+3' } },
    );
    const rows = rowsOf(await bytesOf(registry, 'csv'));
    expect(rows[0]).toMatchObject({
      'ФИО или название': 'Ёлкин Пётр Ильич',
      Телефон: '79161112233',
      Банк: 'Т-Банк',
      БИК: '044525974',
      'Сумма, ₽': '1074,56',
    });
    expect(rows[1]?.['ФИО или название']).toBe("'-2+3 Пётр Ильич");
    const [sheet] = await readXlsx(await bytesOf(registry, 'xlsx'));
    expect(sheet?.data[1]?.slice(0, 5)).toEqual([
      'Ёлкин Пётр Ильич',
      '79161112233',
      'Т-Банк',
      '044525974',
      1074.56,
    ]);
  });

  test("uses the columns and the code page of the organization's template", async () => {
    const template = {
      name: 'Мой банк',
      rail: 'bank_account',
      columns: [
        { field: 'account', title: 'Acc' },
        { field: 'amount_kop', title: 'Sum' },
        { field: 'full_name', title: 'Имя' },
      ],
      separator: ',',
      encoding: 'windows-1251',
      has_header: true,
    };
    ok(await boss.patch(`${api}/bank-files/`, { templates: [template] }));
    const registry = await approvedOnly({ kop: 500_000, card: PERSON, method: ACCOUNT });
    const bytes = await bytesOf(registry, `csv&template=${encodeURIComponent('Мой банк')}`);
    expect(new TextDecoder('windows-1251').decode(bytes)).toBe(
      `Acc,Sum,Имя\r\n${ACCOUNT.account},435000,Ёлкин Пётр Ильич\r\n`,
    );
    expect((await fileOf(registry, 'csv&template=no')).status).toBe(400);
  });

  test('refuses a change of outdated settings, also when two changes are concurrent', async () => {
    const { version } = ok<BankFiles>(await boss.get(`${api}/bank-files/`));
    const [one, other] = await Promise.all([
      boss.patch(`${api}/bank-files/`, { plain_dash: true, version }),
      boss.patch(`${api}/bank-files/`, { plain_number_sign: true, version }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const late = await boss.patch(`${api}/bank-files/`, { purpose_code: '', version });
    expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
    ok(await boss.patch(`${api}/bank-files/`, { purpose_code: '', version: version + 1 }));
    const after = ok<BankFiles>(await boss.get(`${api}/bank-files/`));
    expect(after).toMatchObject({ purpose_code: '', version: version + 2 });
    expect([after.plain_dash, after.plain_number_sign].toSorted()).toEqual([false, true]);
  });

  test.each([
    [
      {
        templates: [
          { name: 'А', rail: 'sbp', columns: [], separator: ';', encoding: 'utf-8', has_header: true },
        ],
      },
    ],
    [{ purpose_code: '9' }],
    [{ unknown: 1 }],
  ])('refuses settings like %j', async (input) => {
    expect((await boss.patch(`${api}/bank-files/`, input)).status).toBe(400);
  });
});

describe('the QR code of a payment to an account', () => {
  const paymentIn = async (registry: Registry) => (await linesOf(registry))[0]?.payment;

  test('exists only for a payment to an account', async () => {
    const [sbp, account] = await approved({ kop: 500_000 }, { kop: 300_000, card: PERSON, method: ACCOUNT });
    const svg = await boss.open(`${api}/payments/${(await paymentIn(account as Registry))?.id}/qr/`);
    expect(svg.headers.get('content-type')).toContain('image/svg+xml');
    expect(await svg.text()).toContain('<svg');
    expect((await boss.open(`${api}/payments/${(await paymentIn(sbp as Registry))?.id}/qr/`)).status).toBe(
      409,
    );
  });
});
