import type { Bank } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { searchable } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type BankAnswer = { is_loaded: boolean; bank: Bank | null };

/**
 * Banks of the directory that an organization uses: its own where it uploaded one, else the server's. Directories are not shared between
 * organizations: a wrong one must not change where another organization's money goes.
 */
const directoryOf = (db: Db, organizationId: string | undefined) => {
  const id = organizationId ?? null;
  const banks = sql<Bank>`(
    select bik, name, city, corr_account from directory_banks where organization_id = ${id}
    union all
    select bik, name, city, corr_account from banks
    where not exists (select from bank_directories d where d.organization_id = ${id}))`;
  return db.selectFrom(banks.as('directory')).selectAll();
};

/** The organization whose directory a viewer reads: of a partner, the one with the newest directory among those it works with. */
export async function directoryOwner(db: Db, viewer: Viewer): Promise<string | undefined> {
  if (viewer.role === 'organization') return viewer.organizationId;
  const newest = await db
    .selectFrom('partners as card')
    .innerJoin('bank_directories as d', 'd.organization_id', 'card.organization_id')
    .select('d.organization_id')
    .where('card.user_id', '=', viewer.userId)
    .orderBy('d.loaded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.organization_id;
}

/** A bank of the directory, and whether there is a directory at all. */
export async function findBank(db: Db, organizationId: string | undefined, bik: string): Promise<BankAnswer> {
  const directory = directoryOf(db, organizationId);
  const bank = await directory.where('bik', '=', bik).executeTakeFirst();
  if (bank !== undefined) return { is_loaded: true, bank };
  return { is_loaded: (await directory.limit(1).executeTakeFirst()) !== undefined, bank: null };
}

/** Banks by their BIK, those in the directory of an organization. */
export async function banksOf(
  db: Db,
  organizationId: string,
  biks: readonly string[],
): Promise<Map<string, Bank>> {
  const directory = directoryOf(db, organizationId);
  const found = await directory.where(sql<boolean>`bik = any(${[...new Set(biks)]}::text[])`).execute();
  return new Map(found.map((bank) => [bank.bik, bank]));
}

/** Most banks that a search answers. */
const MOST_FOUND = 20;

/** Letters and digits alone: people write «Т-Банк», the directory «АО \"ТБАНК\"». */
const lettersOf = (name: string) => searchable(name).replace(/[^\p{L}\p{N}]/gu, '');

/** Banks whose names contain the text, shortest first: a bank before its branches. A few thousand names are looked through here, since databases differ about Cyrillic. */
export async function findBanks(
  db: Db,
  organizationId: string | undefined,
  search: string,
): Promise<{ is_loaded: boolean; results: Bank[] }> {
  const all = await directoryOf(db, organizationId).orderBy('bik').execute();
  const letters = lettersOf(search);
  const found = all.filter(({ name }) => letters !== '' && lettersOf(name).includes(letters));
  const results = found.toSorted((one, other) => one.name.length - other.name.length).slice(0, MOST_FOUND);
  return { is_loaded: all.length > 0, results };
}

const UNKNOWN = 'Банка с таким БИК нет в справочнике Банка России. Проверьте БИК.';

/** Fault of a bank's numbers by the directory, a sentence by field; none where no directory is loaded. */
export async function bankProblems(
  db: Db,
  organizationId: string,
  { bik, corrAccount = '' }: { bik: string; corrAccount?: string },
): Promise<{ bik?: string; corrAccount?: string }> {
  if (bik === '') return {};
  const { is_loaded, bank } = await findBank(db, organizationId, bik);
  if (!is_loaded) return {};
  if (bank === null) return { bik: UNKNOWN };
  const isOther = corrAccount !== '' && bank.corr_account !== '' && corrAccount !== bank.corr_account;
  return isOther
    ? {
        corrAccount: `По справочнику Банка России у этого банка другой корреспондентский счет: ${bank.corr_account}.`,
      }
    : {};
}
