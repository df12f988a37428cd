import { russianPhone } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { inLowerCase, toSearchText } from '../../platform/db/lists/search.ts';
import { invalid } from '../../platform/errors.ts';
import type { Cells, Run } from './kind.ts';

export const PROGRAM_HEADERS = ['Программа', 'Реферальная программа', 'Program'];

export type Lookups = ReturnType<typeof createLookups>;

/**
 * Functions that find the programs and partners of rows.
 *
 * @param rows Rows whose texts are looked up together, with the first of them.
 */
export function createLookups(
  trx: Db,
  { staff: { organizationId }, settings }: Run,
  rows: readonly Cells[] = [],
) {
  const programs = readTogether(
    rows.map(({ program }) => program),
    (names) => findPrograms(trx, organizationId, names),
  );
  const partners = readTogether(
    rows.map(({ partner }) => partner),
    (texts) => findPartners(trx, organizationId, texts),
  );
  return {
    /** Returns the program that a row names, otherwise the one of the settings. @throws ApiError 400 */
    async programOf({ program: name }: Cells): Promise<string | null> {
      if (name === undefined) return settings.program ?? null;
      const [id, other] = await programs(name);
      if (other !== undefined)
        throw invalid({ program: ['Несколько программ с таким названием. Переименуйте одну.'] });
      if (id === undefined) throw invalid({ program: [`Программы «${name}» нет.`] });
      return id;
    },
    /** Returns the partner that a row names, or null. @throws ApiError 400 */
    async partnerOf({ partner: text }: Cells): Promise<string | null> {
      if (text === undefined) return null;
      const [id, other] = await partners(text);
      if (other !== undefined) throw invalid({ partner: ['Таких партнеров несколько. Укажите телефон.'] });
      if (id === undefined) throw invalid({ partner: [`Партнера «${text}» нет.`] });
      return id;
    },
  };
}

type Ids = readonly string[];

/** Returns a function that reads the ids of a text. The first call reads those of all `texts`. */
function readTogether(
  texts: readonly (string | undefined)[],
  read: (texts: readonly string[]) => Promise<(text: string) => Ids>,
) {
  const known = new Map<string, Promise<(text: string) => Ids>>();
  return async (text: string): Promise<Ids> => {
    if (!known.has(text)) {
      const unknown = [...new Set([text, ...texts.filter((one) => one !== undefined)])].filter(
        (one) => !known.has(one),
      );
      const result = read(unknown);
      for (const one of unknown) known.set(one, result);
    }
    return (await known.get(text))?.(text) ?? [];
  };
}

/** Finds programs by their names. */
async function findPrograms(trx: Db, organizationId: string, names: readonly string[]) {
  const found = await trx
    .selectFrom('programs')
    .select(['id', inLowerCase(sql`name`).as('key')])
    .where('organization_id', '=', organizationId)
    .where(sql<SqlBool>`${inLowerCase(sql`name`)} = any(${names.map((name) => toSearchText(name))}::text[])`)
    .execute();
  const ids = Map.groupBy(found, ({ key }) => key);
  return (name: string) => ids.get(toSearchText(name))?.map(({ id }) => id) ?? [];
}

/** Columns by which partners are found. */
const PARTNER_COLUMNS = {
  phone: sql<string>`phone`,
  email: sql<string>`lower(email)`,
  inn: sql<string>`inn`,
  name: sql<string>`name_key`,
};
type PartnerKey = { by: keyof typeof PARTNER_COLUMNS; value: string };

function toPartnerKey(text: string): PartnerKey {
  const phone = russianPhone(text);
  if (phone !== null) return { by: 'phone', value: phone };
  if (text.includes('@')) return { by: 'email', value: text.toLowerCase() };
  if (/^\d{10,12}$/.test(text)) return { by: 'inn', value: text };
  return { by: 'name', value: toSearchText(text) };
}

/** Finds partners by phones, e-mails, ИНН and names. */
async function findPartners(trx: Db, organizationId: string, texts: readonly string[]) {
  const keys = Map.groupBy(texts.map(toPartnerKey), ({ by }) => by);
  const [first, ...others] = [...keys].map(([by, ofColumn]) => {
    const values = ofColumn.map(({ value }) => value);
    return trx
      .selectFrom('partners')
      .select(['id', sql.lit(by).as('by'), PARTNER_COLUMNS[by].as('value')])
      .where('organization_id', '=', organizationId)
      .where(sql<SqlBool>`${PARTNER_COLUMNS[by]} = any(${values}::text[])`);
  });
  const found = (await others.reduce((query, other) => query?.unionAll(other), first)?.execute()) ?? [];
  const toText = ({ by, value }: PartnerKey) => `${by} ${value}`;
  const ids = Map.groupBy(found, toText);
  return (text: string) => ids.get(toText(toPartnerKey(text)))?.map(({ id }) => id) ?? [];
}
