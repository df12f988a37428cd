import type { PgliteClient } from './embedded-dialect.ts';

/** Statements that change no rows. */
const READS = /^\s*(?:\/\*.*?\*\/\s*)*(?:select|declare|fetch|close)\b/is;

/**
 * Delays the changes of a database with one connection, so that several reads see the same data while reads of other callers run between
 * them.
 */
export class WriteBarrier {
  readonly #changes = new Set<Promise<unknown>>();
  #barrier: Promise<void> | undefined;

  /**
   * Runs `work` after all running changes have finished, and delays later changes until it ends. One call at a time. Returns the result of
   * `work`.
   */
  async runWithoutWrites<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#barrier !== undefined) await this.#barrier;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#barrier = promise;
    try {
      await Promise.allSettled(this.#changes);
      return await work();
    } finally {
      this.#barrier = undefined;
      resolve();
    }
  }

  /** Returns a client whose changes wait for the barrier. */
  wrap(client: PgliteClient): PgliteClient {
    return {
      close: () => client.close(),
      get closed() {
        return client.closed;
      },
      get ready() {
        return client.ready;
      },
      get waitReady() {
        return client.waitReady;
      },
      query: (text, ...rest) =>
        READS.test(text) ? client.query(text, ...rest) : this.#change(() => client.query(text, ...rest)),
      transaction: (work) => this.#change(() => client.transaction(work)),
    };
  }

  async #change<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#barrier !== undefined) await this.#barrier;
    const change = work();
    this.#changes.add(change);
    try {
      return await change;
    } finally {
      this.#changes.delete(change);
    }
  }
}
