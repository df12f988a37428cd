/** Takes the pictures of the README from the current build with the demo data of a fixed day, and writes them to docs/pictures. */
import { turbo } from './run-command.ts';

const test = 'run test:browser --filter=@referral-dashboard/e2e';
process.exitCode = turbo(`${test} -- --project=browser readme-pictures --update-snapshots=all`) ? 0 : 1;
