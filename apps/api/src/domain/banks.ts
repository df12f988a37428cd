import type { Bank } from '@referral-dashboard/api-contract';
import type { Db } from '../platform/db/db.ts';

export type BankAnswer = { is_loaded: boolean; bank: Bank | null };

/** A bank of the directory, and whether there is a directory at all. */
export async function findBank(db: Db, bik: string): Promise<BankAnswer> {
  const bank = await db.selectFrom('banks').selectAll().where('bik', '=', bik).executeTakeFirst();
  if (bank !== undefined) return { is_loaded: true, bank };
  const any = await db.selectFrom('banks').select('bik').limit(1).executeTakeFirst();
  return { is_loaded: any !== undefined, bank: null };
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
