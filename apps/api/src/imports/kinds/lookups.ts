import { russianPhone } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { inLowerCase, toSearchText } from '../../platform/db/lists/search.ts';
import { invalid } from '../../platform/errors.ts';
import { readOnce } from '../../platform/row-batches.ts';
import type { Cells, Run } from './kind.ts';

export const PROGRAM_HEADERS = ['Программа', 'Реферальная программа', 'Program'];

/** Functions that find the programs and partners of rows. Equal texts are looked up once. */
export function createLookups(trx: Db, { staff: { organizationId }, settings }: Run) {
  const program = readOnce((name: string) => findProgram(trx, organizationId, name));
  const partner = readOnce((text: string) => findPartner(trx, organizationId, text));
  return {
    /** Returns the program that a row names, otherwise the one of the settings. @throws ApiError 400 */
    programOf: async ({ program: name }: Cells): Promise<string | null> =>
      name === undefined ? (settings.program ?? null) : program(name),
    /** Returns the partner that a row names, or null. @throws ApiError 400 */
    partnerOf: async ({ partner: text }: Cells): Promise<string | null> =>
      text === undefined ? null : partner(text),
  };
}

/** Returns the id of the program with a name. @throws ApiError 400 */
async function findProgram(trx: Db, organizationId: string, name: string): Promise<string> {
  const found = await trx
    .selectFrom('programs')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(inLowerCase(sql`name`), '=', toSearchText(name))
    .limit(2)
    .execute();
  if (found.length > 1)
    throw invalid({ program: ['Несколько программ с таким названием. Переименуйте одну.'] });
  if (found[0] === undefined) throw invalid({ program: [`Программы «${name}» нет.`] });
  return found[0].id;
}

/** Returns the id of the partner with a phone, an e-mail, an ИНН or a name. @throws ApiError 400 */
async function findPartner(trx: Db, organizationId: string, text: string): Promise<string> {
  const phone = russianPhone(text);
  let partners = trx
    .selectFrom('partners')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(2);
  if (phone !== null) partners = partners.where('phone', '=', phone);
  else if (text.includes('@')) partners = partners.where(sql`lower(email)`, '=', text.toLowerCase());
  else if (/^\d{10,12}$/.test(text)) partners = partners.where('inn', '=', text);
  else partners = partners.where('name_key', '=', toSearchText(text));
  const found = await partners.execute();
  if (found.length > 1) throw invalid({ partner: ['Таких партнеров несколько. Укажите телефон.'] });
  if (found[0] === undefined) throw invalid({ partner: [`Партнера «${text}» нет.`] });
  return found[0].id;
}
