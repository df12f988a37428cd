import type { Bank } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import { searchable } from '../platform/db/search.ts';

export type BankAnswer = { is_loaded: boolean; bank: Bank | null };

/** A bank of the directory, and whether there is a directory at all. */
export async function findBank(db: Db, bik: string): Promise<BankAnswer> {
  const bank = await db.selectFrom('banks').selectAll().where('bik', '=', bik).executeTakeFirst();
  if (bank !== undefined) return { is_loaded: true, bank };
  const any = await db.selectFrom('banks').select('bik').limit(1).executeTakeFirst();
  return { is_loaded: any !== undefined, bank: null };
}

/** Cities of banks by their BIK; of those in the directory alone. */
export async function citiesOf(db: Db, biks: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('banks')
    .select(['bik', 'city'])
    .where(sql<boolean>`bik = any(${[...new Set(biks)]}::text[])`)
    .execute();
  return new Map(found.map(({ bik, city }) => [bik, city]));
}

/** Most banks that a search answers. */
const MOST_FOUND = 20;

/** Letters and digits alone: people write «Т-Банк», the directory «АО \"ТБАНК\"». */
const lettersOf = (name: string) => searchable(name).replace(/[^\p{L}\p{N}]/gu, '');

/** Banks whose names contain the text, shortest first: a bank before its branches. A few thousand names are looked through here, since databases differ about Cyrillic. */
export async function findBanks(db: Db, search: string): Promise<{ is_loaded: boolean; results: Bank[] }> {
  const all = await db.selectFrom('banks').selectAll().orderBy('bik').execute();
  const letters = lettersOf(search);
  const found = all.filter(({ name }) => letters !== '' && lettersOf(name).includes(letters));
  const results = found.toSorted((one, other) => one.name.length - other.name.length).slice(0, MOST_FOUND);
  return { is_loaded: all.length > 0, results };
}

const UNKNOWN = 'Банка с таким БИК нет в справочнике Банка России. Проверьте БИК.';

/** Fault of a bank's numbers by the directory, a sentence by field; none where no directory is loaded. */
export async function bankProblems(
  db: Db,
  { bik, corrAccount = '' }: { bik: string; corrAccount?: string },
): Promise<{ bik?: string; corrAccount?: string }> {
  if (bik === '') return {};
  const { is_loaded, bank } = await findBank(db, bik);
  if (!is_loaded) return {};
  if (bank === null) return { bik: UNKNOWN };
  const isOther = corrAccount !== '' && bank.corr_account !== '' && corrAccount !== bank.corr_account;
  return isOther
    ? {
        corrAccount: `По справочнику Банка России у этого банка другой корреспондентский счет: ${bank.corr_account}.`,
      }
    : {};
}
