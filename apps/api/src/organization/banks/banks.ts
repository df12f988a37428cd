import type { Bank } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { toSearchText } from '../../platform/db/lists/search.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type FoundBank = { is_loaded: boolean; bank: Bank | null };

/**
 * Query for the bank directory of an organization: its own directory, or that of the server. Organizations do not share uploaded
 * directories, because a wrong one must not redirect payments of another organization.
 */
const selectDirectory = (db: Db, organizationId: string | undefined) => {
  const id = organizationId ?? null;
  const banks = sql<Bank>`(
    select bik, name, city, corr_account from directory_banks where organization_id = ${id}
    union all
    select bik, name, city, corr_account from banks
    where not exists (select from bank_directories d where d.organization_id = ${id}))`;
  return db.selectFrom(banks.as('directory')).selectAll();
};

/** Returns the organization whose directory a viewer uses. For a partner it is the one with the newest directory among its organizations. */
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

/** Returns a bank by BIK, and whether a directory is loaded. */
export async function findBank(db: Db, organizationId: string | undefined, bik: string): Promise<FoundBank> {
  const directory = selectDirectory(db, organizationId);
  const bank = await directory.where('bik', '=', bik).executeTakeFirst();
  if (bank !== undefined) return { is_loaded: true, bank };
  return { is_loaded: (await directory.limit(1).executeTakeFirst()) !== undefined, bank: null };
}

/** Returns banks by BIK from the directory of an organization. */
export async function findBanksByBik(
  db: Db,
  organizationId: string,
  biks: readonly string[],
): Promise<Map<string, Bank>> {
  const directory = selectDirectory(db, organizationId);
  const rows = await directory.where(sql<boolean>`bik = any(${[...new Set(biks)]}::text[])`).execute();
  return new Map(rows.map((bank) => [bank.bik, bank]));
}

/** Maximum number of banks in a search result. */
const MAX_RESULTS = 20;

/** Letters and digits of a name, so that «Т-Банк» matches «АО "ТБАНК"» in the directory. */
const toLetters = (name: string) => toSearchText(name).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns banks whose names contain the text, the shortest names first, so that a bank comes before its branches. Names are compared here and
 * not in SQL, because databases handle the case of Cyrillic letters differently.
 */
export async function findBanks(
  db: Db,
  organizationId: string | undefined,
  search: string,
): Promise<{ is_loaded: boolean; results: Bank[] }> {
  const all = await selectDirectory(db, organizationId).orderBy('bik').execute();
  const letters = toLetters(search);
  const matches = all.filter(({ name }) => letters !== '' && toLetters(name).includes(letters));
  const results = matches
    .toSorted((first, second) => first.name.length - second.name.length)
    .slice(0, MAX_RESULTS);
  return { is_loaded: all.length > 0, results };
}

const UNKNOWN = 'Банка с таким БИК нет в справочнике Банка России. Проверьте БИК.';

/** Checks a BIK and a correspondent account. Returns Russian messages by field; an empty object when they are valid or no directory is loaded. */
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
