/**
 * Runs the long form of a test. Environment variables of the test override its length:
 *
 *   node test/long/run.ts kill
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type LongRun = {
  config?: 'faults' | 'server';
  projects?: string[];
  files: string[];
  env: Record<string, string>;
};

const BOTH = ['embedded', 'embedded-slow', 'postgres'];

const runs: Record<string, LongRun> = {
  money: { files: ['test/money/model.test.ts'], env: { MONEY_RUNS: '100000' } },
  registries: { files: ['test/money/registry-size.test.ts'], env: { LONG: '1', REGISTRY_SIZE: '5000' } },
  edits: { files: ['test/money/manual-actions.test.ts'], env: { EDIT_RUNS: '10000' } },
  kill: {
    config: 'faults',
    files: ['test/long/drills/kill'],
    env: { REPORT: '1', LONG: '1', KILL_ROUNDS: '100' },
  },
  failover: {
    config: 'faults',
    files: ['test/long/drills/failover'],
    env: { REPORT: '1', LONG: '1', FAILOVERS: '20' },
  },
  disk: {
    config: 'faults',
    files: ['test/long/drills/disk'],
    env: { REPORT: '1', LONG: '1', DISK_MOUNT: '1', DISK_ROUNDS: '10' },
  },
  processes: {
    config: 'faults',
    files: ['test/long/processes/processes'],
    env: { REPORT: '1', PROCESS_ROUNDS: '3' },
  },
  replica: {
    config: 'faults',
    files: ['test/long/drills/replica'],
    env: { REPORT: '1', LONG: '1', REPLICA_ROUNDS: '10' },
  },
  restore: {
    config: 'faults',
    files: ['test/long/drills/restore', 'test/faults/backup'],
    env: { REPORT: '1', LONG: '1', RESTORE_ANSWERS: '2000' },
  },
  enumeration: { projects: BOTH, files: ['test/long/enumeration'], env: { REPORT: '1', LONG: '1' } },
  messages: { projects: BOTH, files: ['test/server/delivery'], env: { MESSAGES: '10000' } },
  sweeps: {
    projects: BOTH,
    files: [
      ...['hostile-bodies', 'hostile-paths', 'hostile-queries', 'positions'].map(
        (name) => `test/referral/${name}`,
      ),
      ...['deals', 'moves'].map((name) => `test/money/${name}`),
    ],
    env: { LONG: '1' },
  },
  walk: { projects: BOTH, files: ['test/long/walk'], env: { LONG: '1' } },
  guards: { projects: ['guards'], files: ['test/long/guards'], env: { LONG: '1' } },
  fuzz: { projects: BOTH, files: ['test/long/fuzz'], env: { REPORT: '1', LONG: '1', FUZZ_CALLS: '100000' } },
};

const [name = ''] = process.argv.slice(2);
const run = runs[name];
if (run === undefined) {
  console.error(`No long run is called ${name}. There are: ${Object.keys(runs).join(', ')}.`);
  process.exit(1);
}
const { config = 'server', projects = [], files, env } = run;
const vitest = fileURLToPath(new URL('../vitest.mjs', import.meta.resolve('vitest')));
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--config',
    `test/${config}/vitest.config.ts`,
    ...projects.flatMap((project) => ['--project', project]),
    ...files,
  ],
  { stdio: 'inherit', env: { ...env, ...process.env } },
);
process.exitCode = status ?? 1;
