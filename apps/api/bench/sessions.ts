/**
 * Measures the responses per second of the calls of every page on PostgreSQL: `node bench/sessions.ts`. The baselines are a minimal
 * server and, when Python with Django REST framework, SimpleJWT, psycopg2 and gunicorn is installed, a Django server. `ROUNDS` of each
 * in turn (11) of `SECONDS` (1), after a warm-up round.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_PEOPLE } from '../src/demo/people.ts';
import { clusterFolder, clusterIn } from '../test/setup/cluster.ts';
import { requestText, type Shot, throughput } from './load.ts';
import { figure, report } from './report.ts';

const { ROUNDS = '11', SECONDS = '1', PROFILE = '', PATH = '' } = process.env;
const CONNECTIONS = 8;
const SECRET = 'a secret of the bench, thirty-two bytes long';
const PORT = 3799;
const JSON_TYPE = { 'content-type': 'application/json' };

const cluster = clusterIn(clusterFolder());
await cluster.start();
const env = { PATH, DATABASE_URL: cluster.url(), SECRET };
const children: ChildProcess[] = [];

/** Starts a program of this folder and waits for its first line of output. */
async function start(
  program: string,
  more: Record<string, string> = {},
  flags: string[] = [],
  runtime = process.execPath,
): Promise<string> {
  const child = spawn(runtime, [...flags, join(import.meta.dirname, program)], {
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
await start('../src/main.ts', { PORT: `${PORT}`, SECRET_KEY: SECRET, LOG_LEVEL: 'warn' }, profiling);
const barePort = Number(await start('bare-server.ts'));

const DJANGO = 'import django, rest_framework_simplejwt, psycopg2, gunicorn';
const python = ['python3', '/usr/bin/python3'].find(
  (runtime) => spawnSync(runtime, ['-c', DJANGO]).status === 0,
);
const djangoPort = python && Number(await start('django_server.py', {}, [], python));

type Tokens = { access: string; refresh: string };
const post = async (path: string, body: unknown, port = PORT) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Tokens;
};
const [owner] = DEMO_PEOPLE;
const signIn = () =>
  post('/api/accounts/login/', { phone: owner?.phone, password: owner?.password, 'smart-token': '' });
/** Returns the requests of each connection, which has its own sessions. */
function shotsOf(sessions: Tokens[]): Record<'verify' | 'me' | 'refresh', Shot> {
  const held = (connection: number) => sessions[connection] ?? { access: '', refresh: '' };
  const posting = (path: string, bodyOf: (session: Tokens) => object) => (_: number, connection: number) =>
    requestText('POST', path, JSON_TYPE, JSON.stringify(bodyOf(held(connection))));
  return {
    verify: { request: posting('/api/accounts/verify/', ({ access }) => ({ token: access })) },
    me: {
      request: (_, connection) =>
        requestText('GET', '/api/accounts/users/me/', {
          authorization: `Bearer ${held(connection).access}`,
        }),
    },
    refresh: {
      request: posting('/api/accounts/refresh/', (session) => ({ refresh: session.refresh })),
      onBody: (body, connection) => {
        sessions[connection] = JSON.parse(body) as Tokens;
      },
    },
  };
}

async function sessionsBy(signIn: () => Promise<Tokens>): Promise<Tokens[]> {
  const sessions: Tokens[] = [];
  while (sessions.length < CONNECTIONS) sessions.push(await signIn());
  return sessions;
}

const ours = shotsOf(await sessionsBy(signIn));
const cases = [
  { what: 'verify/', port: PORT, shot: ours.verify },
  { what: 'verify/, bare', port: barePort, shot: ours.verify },
  { what: 'users/me/', port: PORT, shot: ours.me },
  { what: 'users/me/, bare', port: barePort, shot: ours.me },
  { what: 'refresh/', port: PORT, shot: ours.refresh },
];
if (djangoPort) {
  const credentials = { username: 'bench', password: 'bench' };
  const theirs = shotsOf(await sessionsBy(() => post('/api/accounts/login/', credentials, djangoPort)));
  cases.push(
    { what: 'verify/, Django', port: djangoPort, shot: theirs.verify },
    { what: 'users/me/, Django', port: djangoPort, shot: theirs.me },
    { what: 'refresh/, Django', port: djangoPort, shot: theirs.refresh },
  );
}
const rates = new Map<string, number[]>(cases.map(({ what }) => [what, []]));
for (let round = 0; round <= Number(ROUNDS); round += 1)
  for (const { what, port, shot } of cases) {
    const rate = await throughput(port, shot, CONNECTIONS, Number(SECONDS));
    if (round > 0) rates.get(what)?.push(rate);
  }

for (const child of children) child.kill('SIGTERM');
await Promise.all(children.map((child) => new Promise((resolve) => child.once('exit', resolve))));
await cluster.remove();

const rateOf = (what: string) => figure(what, 'responses per second', rates.get(what) ?? []);
const beside = (what: string) =>
  djangoPort ? [{ ...rateOf(what), baseline: rateOf(`${what}, Django`) }] : [];
report('sessions', [
  { ...rateOf('verify/'), baseline: rateOf('verify/, bare') },
  ...beside('verify/'),
  { ...rateOf('users/me/'), baseline: rateOf('users/me/, bare') },
  ...beside('users/me/'),
  ...(djangoPort ? beside('refresh/') : [rateOf('refresh/')]),
]);
