/**
 * Recovery drills and exhaustive tests that take minutes to hours:
 *
 *     pnpm test:long            lists them
 *     pnpm test:long kill       runs one
 */
import { succeeds } from './run-command.ts';

const api = (name: string) => () => succeeds(`node test/long/run.ts ${name}`, 'apps/api');

const runs: Record<string, { about: string; run: () => boolean }> = {
  money: { about: '100,000 random histories of money on each database (MONEY_RUNS)', run: api('money') },
  edits: { about: '10,000 histories of one lead with concurrent edits (EDIT_RUNS)', run: api('edits') },
  registries: {
    about: 'a registry of 5,000 payments from forming to paid (REGISTRY_SIZE)',
    run: api('registries'),
  },
  kill: { about: '`kill -9` of servers and of PostgreSQL under load (KILL_ROUNDS)', run: api('kill') },
  failover: {
    about: 'the primary dies and a synchronous standby takes over (FAILOVERS)',
    run: api('failover'),
  },
  replica: {
    about: 'lists from a replica that is paused, killed and returns (REPLICA_ROUNDS)',
    run: api('replica'),
  },
  processes: {
    about: 'three processes behind nginx, restarted under load (PROCESS_ROUNDS)',
    run: api('processes'),
  },
  disk: { about: 'PostgreSQL on a full disk (DISK_ROUNDS)', run: api('disk') },
  restore: {
    about: 'point-in-time restore, and a copy of the folder (RESTORE_ANSWERS)',
    run: api('restore'),
  },
  sweeps: { about: 'every call with every bad field, query and path on both databases', run: api('sweeps') },
  enumeration: {
    about: 'response times by whether a phone is known (ENUMERATION_CALLS)',
    run: api('enumeration'),
  },
  messages: {
    about: '10,000 messages with a failing channel and two workers (MESSAGES)',
    run: api('messages'),
  },
  walk: { about: 'every call by every unauthorized caller, with every bad token', run: api('walk') },
  guards: { about: 'each guard removed in turn: the walk must notice', run: api('guards') },
  fuzz: { about: '100,000 calls generated from the contract (FUZZ_CALLS)', run: api('fuzz') },
  tabs: {
    about: '200 rounds with 2, 4 and 10 real tabs (TABS_ROUNDS)',
    run: () => succeeds('node tabs/long.ts', 'apps/e2e'),
  },
  screens: {
    about: 'every page, state and dialog at every width in both themes, with axe',
    run: () =>
      succeeds(
        'LONG=1 playwright test --project=browser views dialogs filled-pages columns touch',
        'apps/e2e',
      ),
  },
  types: {
    about: 'declarations on every compiler and module kind',
    run: () =>
      succeeds(
        'LONG=1 vitest run --project packages --project older-typescript src/types src/older-typescript',
        'packages/package-checks',
      ),
  },
  mutation: {
    about: 'mutation score of auth-core',
    run: () => succeeds('node_modules/.bin/stryker run', 'packages/auth-core'),
  },
};

const [name] = process.argv.slice(2);
const chosen = name === undefined ? undefined : runs[name];
if (chosen === undefined) {
  if (name !== undefined) console.error(`No long run is called ${name}.`);
  for (const [each, { about }] of Object.entries(runs)) console.log(`${each.padEnd(12)} ${about}`);
  process.exitCode = name === undefined ? 0 : 1;
} else process.exitCode = chosen.run() ? 0 : 1;
