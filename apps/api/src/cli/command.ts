import { isDiskFull } from '../platform/db/outage.ts';

/** Message of a failure for the operator. */
export const sentenceOf = (error: unknown) =>
  isDiskFull(error)
    ? 'На диске закончилось место. Освободите его и повторите.'
    : error instanceof Error
      ? error.message
      : String(error);

/** Runs a command to its end; what an operator can mend is told without a stack. */
export async function runCommand(main: () => Promise<void>) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    // Half an embedded database would keep the process from ending by itself.
    process.exit(1);
  }
}
