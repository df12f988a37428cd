import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './cluster.ts';

const SITE = resolve(import.meta.dirname, '../../../../deploy/nginx/site.conf');

const ABSENT =
  'nginx is not installed. Install it (Debian: apt-get install -y nginx-light) and run this again.';

function findNginx(): string {
  const { PATH = '' } = process.env;
  const program = [...PATH.split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((file) => existsSync(file));
  if (program === undefined) throw new Error(ABSENT);
  return program;
}

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/**
 * Starts nginx with the site of `deploy/nginx`, with local addresses and ports.
 *
 * @param ports of the API processes on this machine.
 * @throws Error with install instructions when nginx is missing.
 */
export async function startNginx(ports: readonly number[]) {
  const program = findNginx();
  const folder = mkdtempSync(join(tmpdir(), 'referral-dashboard-nginx-'));
  const port = await freePort();
  let process_ = 0;
  const site = readFileSync(SITE, 'utf8')
    .replace('/var/log/nginx/access.log', join(folder, 'access'))
    .replace(/listen 8080;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/server api-\d+:3000 /g, () => `server 127.0.0.1:${ports[process_++]} `)
    // Addresses need no DNS, and older versions of nginx do not support `resolve`.
    .replace(/^ *resolver .+;$/m, '')
    .replaceAll(/ resolve;$/gm, ';');
  if (process_ !== ports.length)
    throw new Error('the site of deploy/nginx has a different number of processes');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      'worker_processes 2;',
      `pid ${join(folder, 'pid')};`,
      `error_log ${join(folder, 'errors')} warn;`,
      'events {}',
      `http {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}`,
    ].join('\n'),
  );
  const errors = join(folder, 'errors');
  const child = spawn(program, ['-e', errors, '-c', join(folder, 'nginx.conf')]);
  const output = text(child.stderr);
  const exit = new Promise((done) => child.once('close', done));
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/api/health/`).then(
      () => true,
      () => false,
    );
  while (!(await isUp()))
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${await output}`);
  return {
    url,
    /** Returns the contents of the error log. */
    errors: () => (existsSync(errors) ? readFileSync(errors, 'utf8') : ''),
    async stop() {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
