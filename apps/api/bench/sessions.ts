/**
 * Answers a second to what every page asks, on PostgreSQL, beside the least that can answer it: `node bench/sessions.ts`. `ROUNDS` of each
 * in turn (5), `SECONDS` each (3).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_PEOPLE } from '../src/demo/people.ts';
import { clusterFolder, clusterIn } from '../test/setup/cluster.ts';
import { requestText, type Shot, throughput } from './load.ts';
import { figure, report } from './report.ts';

const { ROUNDS = '5', SECONDS = '3', PROFILE = '', PATH = '' } = process.env;
const CONNECTIONS = 8;
const SECRET = 'a secret of the bench, thirty-two bytes long';
const PORT = 3799;
const JSON_TYPE = { 'content-type': 'application/json' };

const cluster = clusterIn(clusterFolder());
await cluster.start();
const env = { PATH, DATABASE_URL: cluster.url(), SECRET };
const children: ChildProcess[] = [];

/** Starts a program of this folder and waits for the first line it prints. */
async function start(
  program: string,
  more: Record<string, string> = {},
  flags: string[] = [],
): Promise<string> {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, program)], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (line) => resolve(String(line)));
    child.once('exit', () => reject(new Error(`${program} ended`)));
  });
}

const profiling = PROFILE === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`];
await start('../src/server.ts', { PORT: `${PORT}`, SECRET_KEY: SECRET, LOG_LEVEL: 'warn' }, profiling);
const barePort = Number(await start('bare-server.ts'));

const post = async (path: string, body: unknown) => {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { access: string; refresh: string };
};
const [owner] = DEMO_PEOPLE;
const signIn = () =>
  post('/api/accounts/login/', { phone: owner?.phone, password: owner?.password, 'smart-token': '' });
const sessions: { access: string; refresh: string }[] = [];
for (let count = 0; count < CONNECTIONS; count += 1) sessions.push(await signIn());
const held = (connection: number) => sessions[connection] ?? { access: '', refresh: '' };

const posting =
  (path: string, bodyOf: (session: { access: string; refresh: string }) => object) =>
  (_number: number, connection: number) =>
    requestText('POST', path, JSON_TYPE, JSON.stringify(bodyOf(held(connection))));

const verify: Shot = { request: posting('/api/accounts/verify/', ({ access }) => ({ token: access })) };
const me: Shot = {
  request: (_, connection) =>
    requestText('GET', '/api/accounts/users/me/', { authorization: `Bearer ${held(connection).access}` }),
};
const refresh: Shot = {
  request: posting('/api/accounts/refresh/', (session) => ({ refresh: session.refresh })),
  onBody: (body, connection) => {
    sessions[connection] = JSON.parse(body) as { access: string; refresh: string };
  },
};

const cases = [
  { what: 'verify/', port: PORT, shot: verify },
  { what: 'verify/, bare', port: barePort, shot: verify },
  { what: 'users/me/', port: PORT, shot: me },
  { what: 'users/me/, bare', port: barePort, shot: me },
  { what: 'refresh/', port: PORT, shot: refresh },
];
const rates = new Map<string, number[]>(cases.map(({ what }) => [what, []]));
for (let round = 0; round < Number(ROUNDS); round += 1)
  for (const { what, port, shot } of cases)
    rates.get(what)?.push(await throughput(port, shot, CONNECTIONS, Number(SECONDS)));

for (const child of children) child.kill('SIGTERM');
await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
await cluster.remove();

const rateOf = (what: string) => figure(what, 'answers a second', rates.get(what) ?? []);
report('sessions', [
  { ...rateOf('verify/'), floor: rateOf('verify/, bare') },
  { ...rateOf('users/me/'), floor: rateOf('users/me/, bare') },
  rateOf('refresh/'),
]);
