import { PGliteAdapter, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from 'kysely';

/** An embedded database as Kysely wants it. */
export type PgliteClient = Exclude<PGliteDialectConfig['pglite'], (...given: never) => unknown>;

/**
 * PGlite without Kysely's lock on its connection: whoever holds that and waits for something would keep out those who could go on. What
 * PGlite is asked at once it queues itself, a transaction as a whole.
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

  /** Each knows of one transaction. */
  override async acquireConnection() {
    const driver = new PGliteDriver({ pglite: this.#pglite });
    await driver.init();
    return driver.acquireConnection();
  }
}
