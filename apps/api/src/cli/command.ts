import { isDiskFull } from '../platform/db/outage.ts';

/** Error message for the operator. */
export const getErrorMessage = (error: unknown) =>
  isDiskFull(error)
    ? 'На диске закончилось место. Освободите его и повторите.'
    : error instanceof Error
      ? error.message
      : String(error);

/** Runs a command. On an error it prints the message without a stack trace and exits with code 1. */
export async function runCommand(main: () => Promise<void>) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${getErrorMessage(error)}\n`);
    // A partly opened embedded database would keep the process running.
    process.exit(1);
  }
}
