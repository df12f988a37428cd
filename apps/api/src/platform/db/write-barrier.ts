import type { PgliteClient } from './embedded-dialect.ts';

/** Statements that leave the rows of all tables as they are. */
const READS = /^\s*(?:\/\*.*?\*\/\s*)*(?:select|declare|fetch|close)\b/is;

/**
 * Stillness of a database with one connection: times in which it is read and not changed, so that several statements, with other people's
 * questions between them, find the same.
 */
export class WriteBarrier {
  readonly #changes = new Set<Promise<unknown>>();
  #still: Promise<void> | undefined;

  /** Resolves to what `work` does. Begins when all changes under way are over; those asked for meanwhile wait. One at a time. */
  async keep<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#still !== undefined) await this.#still;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#still = promise;
    try {
      await Promise.allSettled(this.#changes);
      return await work();
    } finally {
      this.#still = undefined;
      resolve();
    }
  }

  /** The database, whose changes wait while it is still. */
  over(asked: PgliteClient): PgliteClient {
    return {
      close: () => asked.close(),
      get closed() {
        return asked.closed;
      },
      get ready() {
        return asked.ready;
      },
      get waitReady() {
        return asked.waitReady;
      },
      query: (text, ...rest) =>
        READS.test(text) ? asked.query(text, ...rest) : this.#change(() => asked.query(text, ...rest)),
      transaction: (work) => this.#change(() => asked.transaction(work)),
    };
  }

  async #change<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#still !== undefined) await this.#still;
    const change = work();
    this.#changes.add(change);
    try {
      return await change;
    } finally {
      this.#changes.delete(change);
    }
  }
}
