import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** The file that describes the schema, next to the migrations. */
export const SCHEMA_FILE = new URL('../database/schema.sql', import.meta.url);

const HEADER = `-- Tables, indexes, triggers, views and functions of a migrated database. Generated: pnpm --filter @referral-dashboard/api schema
-- Left out: trigram indexes, which need the extension pg_trgm (migrations 0005 and 0032), and partitions, which are created each month.
`;

/** SQL: the objects of a schema without those of migrations and extensions. */
const isOwn = (catalog: string, row: string) =>
  sql.raw(`not exists (select from pg_depend extension where extension.classid = '${catalog}'::regclass
    and extension.objid = ${row}.oid and extension.deptype = 'e')`);

type Table = {
  name: string;
  kind: string;
  options: string;
  lines: string[];
  indexes: string[];
  triggers: string[];
};

const listTables = (db: Db) =>
  sql<Table>`
    select relation.relname as name,
      case relation.relpersistence when 'u' then 'unlogged table' else 'table' end as kind,
      coalesce(' partition by ' || pg_get_partkeydef(relation.oid), '') || coalesce(' with (' || array_to_string(relation.reloptions, ', ') || ')', '') as options,
      array(
        select attribute.attname || ' ' || format_type(attribute.atttypid, attribute.atttypmod)
          || case when attribute.attnotnull then ' not null' else '' end
          || case
            when attribute.attgenerated <> '' then ' generated always as (' || pg_get_expr(preset.adbin, preset.adrelid) || ') stored'
            when preset.adbin is not null then ' default ' || pg_get_expr(preset.adbin, preset.adrelid)
            else ''
          end
        from pg_attribute attribute
        left join pg_attrdef preset on preset.adrelid = attribute.attrelid and preset.adnum = attribute.attnum
        where attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
        order by attribute.attnum
      ) || array(
        select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid, true)
        from pg_constraint where conrelid = relation.oid and contype in ('p', 'u', 'c', 'f', 'x')
        order by array_position('{p,u,x,c,f}', contype::text), conname collate "C"
      ) as lines,
      array(
        select pg_get_indexdef(indexed.indexrelid, 0, true)
        from pg_index indexed join pg_class index on index.oid = indexed.indexrelid
        where indexed.indrelid = relation.oid and pg_get_indexdef(indexed.indexrelid) !~ 'gin_trgm_ops'
          and not exists (select from pg_constraint where conindid = indexed.indexrelid and contype in ('p', 'u', 'x'))
        order by index.relname collate "C"
      ) as indexes,
      array(
        select pg_get_triggerdef(oid, true) from pg_trigger where tgrelid = relation.oid and not tgisinternal
        order by tgname collate "C"
      ) as triggers
    from pg_class relation
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
      and relation.relname !~ '^kysely_'
      and ${isOwn('pg_class', 'relation')}
    order by relation.relname collate "C"`.execute(db);

type Routine = { name: string; parameters: string; result: string; attributes: string; body: string };

const listFunctions = (db: Db) =>
  sql<Routine>`
    select routine.proname as name, pg_get_function_arguments(routine.oid) as parameters,
      pg_get_function_result(routine.oid) as result,
      'language ' || language.lanname
        || case routine.provolatile when 'i' then ' immutable' when 's' then ' stable' else '' end
        || coalesce(' set ' || array_to_string(routine.proconfig, ' set '), '') as attributes,
      coalesce(pg_get_function_sqlbody(routine.oid), 'as $$' || routine.prosrc || '$$') as body
    from pg_proc routine join pg_language language on language.oid = routine.prolang
    where routine.pronamespace = 'public'::regnamespace and ${isOwn('pg_proc', 'routine')}
    order by routine.proname collate "C", pg_get_function_arguments(routine.oid) collate "C"`.execute(db);

const listViews = (db: Db) =>
  sql<{ name: string; query: string }>`
    select view.relname as name, pg_get_viewdef(view.oid, true) as query
    from pg_class view
    where view.relnamespace = 'public'::regnamespace and view.relkind = 'v' and ${isOwn('pg_class', 'view')}
    order by view.relname collate "C"`.execute(db);

/** Lowercases keywords and shortens what the catalog writes out. */
const readable = (definition: string) =>
  definition
    .replaceAll(/'(?:[^']|'')*'|"[^"]+"|\b[A-Z][A-Z_]+\b/g, (token) =>
      /^['"]/.test(token) ? token : token.toLowerCase(),
    )
    .replaceAll(/('(?:[^']|'')*')::(?:text|character varying|bpchar)\b(?!\[)/g, '$1')
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replaceAll(/<> all \(array\[([^\]]*)\]\)/g, 'not in ($1)')
    .replaceAll(/'(\d+)'::bigint/g, '$1')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(' using btree', '')
    .replaceAll(' on only ', ' on ')
    .replaceAll('public.', '');

const trigger = (definition: string) =>
  readable(definition).replaceAll(/ (?=(?:referencing|deferrable|for each|when|execute) )/g, '\n  ');

/** Describes the tables, views and functions of a database as SQL, in a stable order. Both engines return the same text. */
export async function describeSchema(db: Db): Promise<string> {
  const tables = (await listTables(db)).rows.map(({ name, kind, options, lines, indexes, triggers }) =>
    [
      `create ${kind} ${name} (\n  ${lines.map(readable).join(',\n  ')}\n)${readable(options)};`,
      ...indexes.map((index) => `${readable(index)};`),
      ...triggers.map((definition) => `${trigger(definition)};`),
    ].join('\n'),
  );
  const views = (await listViews(db)).rows.map(
    // Some versions of PostgreSQL qualify the columns of a view of one table.
    ({ name, query }) => `create view ${name} as ${readable(query.trim()).replaceAll(/\b\w+\.(?=\w)/g, '')}`,
  );
  const functions = (await listFunctions(db)).rows.map(
    ({ name, parameters, result, attributes, body }) =>
      `create function ${name}(${parameters}) returns ${readable(result)} ${readable(attributes)}\n${body.trimEnd()};`,
  );
  return `${[HEADER.trimEnd(), ...tables, ...views, ...functions].join('\n\n')}\n`;
}
