import { pause } from '../platform/pause.ts';

/** Number of rows in one transaction. */
const BATCH = { server: 100, embedded: 50 };

/** Pause after a transaction on the embedded database, as a share of its time. Other requests then use the only connection. */
const PAUSE_SHARE = 0.5;

/** Returns the size of a transaction, and a function that runs one and then leaves the database to other requests. */
export const createPacer = (isEmbedded: boolean, signal: AbortSignal) => ({
  batch: isEmbedded ? BATCH.embedded : BATCH.server,

  async work<Result>(transaction: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await transaction();
    if (isEmbedded) await pause((performance.now() - began) * PAUSE_SHARE, signal);
    return result;
  },
});
