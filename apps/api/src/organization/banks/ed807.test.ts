import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readDirectory } from './ed807.ts';

/** Encodes a text in windows-1251 by inverting the decoder. */
function inWindows1251(text: string): Uint8Array {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const signs = new TextDecoder('windows-1251').decode(Uint8Array.from(bytes));
  return Uint8Array.from(text, (sign) => signs.indexOf(sign));
}

const HEAD = '<?xml version="1.0" encoding="windows-1251"?>';
const entry = (bik: string, name: string, more = '', accounts = '') =>
  `<BICDirectoryEntry BIC="${bik}"><ParticipantInfo NameP="${name}" Tnp="г" Nnp="Москва" PtType="20" ${more}>` +
  `<RstrList Rstr="URRS" RstrDate="2020-01-01"/></ParticipantInfo>${accounts}</BICDirectoryEntry>`;
const account = (number: string, kind = 'CRSA', status = 'ACAC') =>
  `<Accounts Account="${number}" RegulationAccountType="${kind}" CK="99" AccountCBRBIC="044525000" AccountStatus="${status}"/>`;
const directory = (...entries: string[]) =>
  `${HEAD}<ED807 xmlns="urn:cbr-ru:ed:v2.0" EDNo="1" EDDate="2026-11-20" BusinessDay="2026-11-21">${entries.join('')}</ED807>`;

const CORR = '30101810400000000225';
const sber = entry('044525225', 'ПАО &quot;СБЕРБАНК&quot;', 'ParticipantStatus="PSAC"', account(CORR));
const bank = {
  bik: '044525225',
  name: 'ПАО "СБЕРБАНК"',
  city: 'г Москва',
  corr_account: CORR,
};

test('reads a plain and a zipped directory in windows-1251', () => {
  const xml = inWindows1251(directory(sber));
  expect(readDirectory(xml)).toEqual([bank]);
  expect(readDirectory(zipSync({ '20261120_ED807_full.xml': xml }))).toEqual([bank]);
});

test('reads the active correspondent account, accepts banks without one and skips excluded banks', () => {
  const closed = account('30101810000000000001', 'CRSA', 'ACDL');
  const other = account('40102810000000000002', 'UTRA');
  const withAccounts = entry('044525974', 'АО Банк', '', closed + other + account('30101810145250000974'));
  const withoutAccount = entry('044525000', 'ГУ Банка России', '', account('40116810000000000003', 'BANA'));
  const excluded = entry('044525111', 'Бывший банк', 'ParticipantStatus="PSDL"', account(CORR));
  expect(readDirectory(inWindows1251(directory(withAccounts, withoutAccount, excluded)))).toMatchObject([
    { bik: '044525974', corr_account: '30101810145250000974' },
    { bik: '044525000', corr_account: '' },
  ]);
});

test.each([
  ['a text', inWindows1251('БИК;Название')],
  ['another XML file', inWindows1251(`${HEAD}<ED808/>`)],
  ['a directory without banks', inWindows1251(directory())],
  ['half a file', inWindows1251(directory(sber).slice(0, 300))],
  ['a bank without a number', inWindows1251(directory(entry('', 'Банк')))],
  ['nothing', new Uint8Array()],
])('refuses %s', (_, file) => {
  expect(() => readDirectory(file)).toThrow('Это не справочник БИК (ED807) Банка России.');
});

test('reports a damaged archive and an archive without an XML file', () => {
  const archive = zipSync({ 'readme.txt': inWindows1251('привет') });
  expect(() => readDirectory(archive)).toThrow('В архиве нет файла XML.');
  expect(() => readDirectory(archive.subarray(0, 20))).toThrow('Архив поврежден.');
});
