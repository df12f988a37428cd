import { runCommand } from './command.ts';
import { sendCommand } from './operator-command.ts';

/** Lists rewards that keep the tier of a former tier position. Nothing changes. */
await runCommand(() => sendCommand('tier-report', {}));
