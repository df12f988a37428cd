import {
  type messages,
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
} from '@electric-sql/pglite';
import { Client } from 'pg';
import type { PgliteClient } from '../platform/db/embedded-dialect.ts';

type Statement = { name: string; types: number[]; columns: messages.RowDescriptionMessage[] };

const { serialize } = protocol;

/** A prepared statement takes about 250 kB, and the memory of an embedded database never shrinks. */
const MAX_STATEMENTS = 500;

/** Returns a client of an embedded database that prepares each statement once. */
export function prepared(pglite: PGlite): PgliteClient {
  const statements = new Map<string, Statement>();
  const send = (...parts: Uint8Array[]) =>
    pglite.execProtocolStream(new Uint8Array(Buffer.concat(parts)), { syncToFs: false });

  async function getStatement(text: string): Promise<Statement> {
    const cached = statements.get(text);
    if (cached !== undefined) return cached;
    if (statements.size === MAX_STATEMENTS) {
      await send(serialize.query('deallocate all'));
      statements.clear();
    }
    const name = `prepared_${statements.size}`;
    const described = await send(
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    );
    const statement = {
      name,
      types: parse.parseDescribeStatementResults(described),
      columns: described.filter(
        (one): one is messages.RowDescriptionMessage => one.name === 'rowDescription',
      ),
    };
    statements.set(text, statement);
    return statement;
  }

  const run = <Row>(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> =>
    pglite.runExclusive(async () => {
      const { name, types, columns } = await getStatement(text);
      const values = params.map((value, index) => {
        if (value === null || value === undefined) return null;
        return pglite.serializers[types[index] ?? 0]?.(value) ?? String(value);
      });
      const responses = await send(
        serialize.bind({ statement: name, values }),
        serialize.execute({}),
        serialize.sync(),
      );
      const [result] = parse.parseResults([...columns, ...responses], pglite.parsers, options);
      return result as Results<Row>;
    });

  return {
    close: () => pglite.close(),
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    query: (text, params, options) => pglite._runExclusiveTransaction(() => run(text, params, options)),
    transaction: (work) => pglite.transaction((trx) => work({ query: run, rollback: () => trx.rollback() })),
  };
}

const names = new Map<string, string>();

/** Client of a PostgreSQL server that prepares each statement once. */
export class NamingClient extends Client {
  override query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    const send = super.query.bind(this) as (...args: unknown[]) => unknown;
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, ...rest);
    const name = names.get(text) ?? `prepared_${names.size}`;
    names.set(text, name);
    return send({ name, text, values }, ...rest);
  }) as Client['query'];
}
