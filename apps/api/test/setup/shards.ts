/** SQL keywords that can follow a table name and are not its alias. */
const NO_ALIAS =
  /^(as|on|where|set|using|left|right|inner|cross|full|join|order|group|limit|values|returning|for|union|select|default|lateral|window|having|fetch|except|intersect|and|or)$/i;

type Mention = { table: string; alias: string };

/** Returns the tables of a statement after `from`, `join`, `update`, `into`, `using` or a comma, with their aliases. */
export function findMentions(sql: string, tables: ReadonlySet<string>): Mention[] {
  const matches = [
    ...sql.matchAll(/\b(?:from|join|update|into|using)\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?(\w+))?/gi),
    ...sql.matchAll(/,\s*(\w+)\s+(?:as\s+)?(\w+)(?=\s*(?:,|where\b|join\b|left\b|on\b|$))/gi),
  ];
  return matches
    .filter(([, table = '']) => tables.has(table))
    .map(([, table = '', alias = '']) => ({
      table,
      alias: alias === '' || NO_ALIAS.test(alias) ? table : alias,
    }));
}

/** Returns true when the statement restricts the table to one organization, by a parameter or by a join. */
function isTied(sql: string, { table, alias }: Mention, isAlone: boolean): boolean {
  if (new RegExp(`\\binto ${table}(?: as \\w+)? \\([^)]*\\borganization_id\\b`).test(sql)) return true;
  const column = isAlone ? `(?:${alias}\\.)?organization_id` : `${alias}\\.organization_id`;
  return [
    `(?<![.\\w])${column}\\s*(?:=|in\\b|is not distinct)`,
    `(?:=|is not distinct from)\\s*${column}\\b`,
    `\\([^()]*(?<![.\\w])${column}[^()]*\\)\\s*(?:=|in\\b)`,
    `(?:=|in)\\s*\\([^()]*(?<![.\\w])${column}[^()]*\\)`,
    'using \\([^)]*organization_id',
  ].some((pattern) => new RegExp(pattern, 'i').test(sql));
}

/** Renames `organizations.id` to `organization_id` in a statement. */
const withOneName = (sql: string) =>
  [...sql.matchAll(/\b(?:from|join) organizations(?: as)? (\w+)/g)].reduce(
    (text, [, alias = '']) =>
      text.replaceAll(new RegExp(`\\b${alias}\\.id\\b`, 'g'), `${alias}.organization_id`),
    sql.replaceAll(/\borganizations\.id\b/g, 'organizations.organization_id'),
  );

/** Returns the tables of a statement whose rows may belong to several organizations. An empty list means one shard. */
export function tablesAcrossOrganizations(statement: string, tenants: ReadonlySet<string>): string[] {
  const sql = withOneName(statement);
  const mentions = findMentions(sql, tenants);
  const isAlone = mentions.every(({ table, alias }) => alias === table) && mentions.length === 1;
  const unbound = mentions.filter((one) => !isTied(sql, one, isAlone || one.alias === one.table));
  const isNamed =
    mentions.length === 0 ||
    /organization_id(?:(?:,[^()]*)?\))?\s*(?:=|in)\s*(?:any)?\s*\(*\$\d|\binto \w+/i.test(sql);
  return [...new Set((isNamed ? unbound : mentions).map(({ table }) => table))].sort();
}
