import { pause } from '../platform/pause.ts';

/** Number of rows in one transaction. */
export const BATCH = 50;
const PAUSE_MS = 25;

/** Pauses between transactions on the embedded database, which has one connection: the queries of other requests pass in it. */
export const pauseForOthers = (isEmbedded: boolean, signal: AbortSignal) =>
  isEmbedded ? pause(PAUSE_MS, signal) : Promise.resolve();
