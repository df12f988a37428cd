import { PGliteAdapter, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from 'kysely';

/** PGlite's interface that Kysely uses. */
export type PgliteClient = Exclude<PGliteDialectConfig['pglite'], (...args: never) => unknown>;

/**
 * Dialect for PGlite without Kysely's lock on the connection. A holder of that lock that waits for another query would block it. PGlite
 * queues concurrent queries itself and runs a transaction as one unit.
 */
export class EmbeddedDialect extends PGliteDialect {
  readonly #pglite: PgliteClient;

  constructor(pglite: PgliteClient) {
    super({ pglite });
    this.#pglite = pglite;
  }

  override createAdapter() {
    return new UnlockedAdapter();
  }

  override createDriver() {
    return new UnlockedDriver(this.#pglite);
  }
}

class UnlockedAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

class UnlockedDriver extends PGliteDriver {
  readonly #pglite: PgliteClient;

  constructor(pglite: PgliteClient) {
    super({ pglite });
    this.#pglite = pglite;
  }

  /** A driver supports one transaction, so each connection has its own driver. */
  override async acquireConnection() {
    const driver = new PGliteDriver({ pglite: this.#pglite });
    await driver.init();
    return driver.acquireConnection();
  }
}
