/** Runs the multi-tab tests with 200 rounds each, or `TABS_ROUNDS`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const playwright = fileURLToPath(new URL('cli.js', import.meta.resolve('@playwright/test/package.json')));
const { status } = spawnSync(
  process.execPath,
  [playwright, 'test', '--project=tabs', '--workers=1', '--reporter=list,./tabs/table.ts'],
  { stdio: 'inherit', env: { TABS_ROUNDS: '200', ...process.env } },
);
process.exitCode = status ?? 1;
