/**
 * Runs the benchmarks, each next to a minimal implementation as the baseline, and writes docs/benchmarks.md and
 * docs/benchmarks.json:
 *
 *     pnpm bench                run on an idle machine; `ROUNDS` of each
 *
 * Compare figures of the same run only, because machines and their load differ.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { succeeds, turbo } from './run-command.ts';

/** Median, minimum and maximum of the rounds of a run. */
type Figure = { what: string; unit: string; median: number; least: number; most: number };
/** A figure with its baseline. `ratio` is the figure divided by the baseline. */
type Row = Figure & { baseline?: Figure; ratio?: number };

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as (Figure & { baseline?: Figure })[];

const runs = [
  { command: '--filter @referral-dashboard/e2e bench:pages', report: 'apps/api/reports/bench-pages.json' },
  {
    command: '--filter @referral-dashboard/e2e bench:signed-in',
    report: 'apps/api/reports/bench-signed-in.json',
  },
  {
    command: '--filter @referral-dashboard/api bench:sessions',
    report: 'apps/api/reports/bench-sessions.json',
  },
  {
    command: '--filter @referral-dashboard/e2e bench:consumers',
    report: 'apps/api/reports/bench-consumers.json',
  },
  { command: '--filter @referral-dashboard/api bench:start', report: 'apps/api/reports/bench-start.json' },
  {
    command: '--filter @referral-dashboard/api bench:lists 100000',
    report: 'apps/api/reports/bench-lists.json',
  },
  {
    command: '--filter @referral-dashboard/api bench:clients 100000',
    report: 'apps/api/reports/bench-clients.json',
  },
  {
    command: '--filter @referral-dashboard/api bench:clients 10000 embedded',
    report: 'apps/api/reports/bench-clients-embedded.json',
  },
  {
    command: '--filter @referral-dashboard/api bench:exports 50000',
    report: 'apps/api/reports/bench-exports.json',
  },
  {
    command: '--filter @referral-dashboard/api bench:imports 50000',
    report: 'apps/api/reports/bench-imports.json',
  },
  {
    command: '--filter @referral-dashboard/api bench:imports 5000 embedded',
    report: 'apps/api/reports/bench-imports-embedded.json',
  },
];

if (!turbo('run build --output-logs=errors-only')) process.exit(1);
const before = loadavg()[0] ?? 0;
for (const { command } of runs) if (!succeeds(`npx -y pnpm@12.21.0 ${command}`)) process.exit(1);

const round = (value: number) => Math.round(value * 100) / 100;
const rows: Row[] = runs
  .flatMap(({ report }) => read(report))
  .map((row) =>
    row.baseline === undefined ? row : { ...row, ratio: round(row.median / row.baseline.median) },
  );

const [processor] = cpus();
const machine = {
  date: new Date().toISOString().slice(0, 10),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  node: process.versions.node,
  processors: `${cpus().length} × ${processor?.model ?? 'unknown'}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  loadBefore: round(before),
};

const spread = ({ median, least, most }: Figure) => `${median} (${least}–${most})`;
const line = (row: Row) =>
  `| ${[row.what, row.unit, spread(row), row.baseline ? row.baseline.what : '', row.baseline ? spread(row.baseline) : '', row.ratio ?? ''].join(' | ')} |`;
writeFileSync('docs/benchmarks.json', `${JSON.stringify({ machine, rows }, null, 2)}\n`);
writeFileSync(
  'docs/benchmarks.md',
  `# Benchmarks

The speed of the project next to a minimal implementation, for a reader who compares releases.
Written by \`npx -y pnpm@12.21.0 run bench\` on ${machine.date}, commit \`${machine.commit}\`: Node ${machine.node}, ${machine.processors}, ${machine.memory}; load of the machine before it ${machine.loadBefore}. Medians, with the minimum
and maximum of the rounds. The project and its baseline alternate in one run. Machines differ, so compare ratios.

| what | unit | project | baseline | of the baseline | ratio |
| ---- | ---- | ---- | ----- | ------- | ----- |
${rows.map(line).join('\n')}

- **Pages**: an emulated phone of 360 px with an empty cache, 1.6 Mbit/s, a round trip of 150 ms, a processor four times slower; largest contentful paint.
  Baselines: React, Mantine and the router with the same form; the same page without a script, from a server that does nothing else.
- **Signed in**: the same phone with a session, on the demo data, until the first rows are painted. Baseline: the paint of the shell in the same loads,
  and one round trip. Warm moves: from the touch to the frame with the rows of a section that was open before. Baseline: the same elements inserted
  into the same page without a script. Opening and typing: the longest interaction, from the input to the next frame. Longest tasks, 0 when none
  takes over 50 ms: at 1440 px, at full processor speed.
- **Sessions**: eight connections, one process, PostgreSQL on the same machine. Baselines: \`node:http\`, \`pg\` and an HMAC, without a session; and,
  where Python has them, Django REST framework with SimpleJWT in one process of gunicorn with eight threads. Responses of the project check the
  session: \`users/me/\` at each request, \`verify/\` at most half a second earlier; concurrent checks share a query.
- **Consumers**: a tree in jsdom in which one component shows the user's name and 999 show whether a user is signed in; from the call that changes the
  name to the name on the page. One component renders. Baseline: a store of zustand with the same tree.
- **Start**: the server on a folder with the demo data, until its first response.
- **Screens and searches**: within the server, on PostgreSQL: the 95th percentile of each call, of these the median, minimum and maximum. A million leads
  and ten: [operations](operations.md#speed-by-size).
- **Clients and sales**: the same for the lists and the card of clients, on PostgreSQL and on the embedded database; each client has ten sales.
- **Files**: the embedded database; the longest wait of another client. A million leads on either database: [operations](operations.md#speed-by-size).
`,
);
// Formats the table like the other documents.
if (!succeeds('biome format --write docs/benchmarks.md docs/benchmarks.json')) process.exit(1);
