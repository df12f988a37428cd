import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './cluster.ts';

const SITE = resolve(import.meta.dirname, '../../../../deploy/nginx/site.conf');

const ABSENT =
  'nginx is not installed, and nothing was tried. Install it (Debian: apt-get install -y nginx-light) and run this again.';

function findNginx(): string {
  const { PATH = '' } = process.env;
  const found = [...PATH.split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'nginx'))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(ABSENT);
  return found;
}

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/**
 * nginx with the site of `deploy/nginx` as it stands, but for addresses and ports.
 *
 * @param ports of the processes on this machine.
 * @throws Error that says how to bring nginx where there is none.
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
    // An address needs no DNS, and older ones of nginx know no other kind of resolving.
    .replace(/^ *resolver .+;$/m, '')
    .replaceAll(/ resolve;$/gm, ';');
  if (process_ !== ports.length) throw new Error('the site of deploy/nginx has another number of processes');
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
  const said = text(child.stderr);
  const ended = new Promise((done) => child.once('close', done));
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/api/health/`).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) if (child.exitCode !== null) throw new Error(`nginx did not start: ${await said}`);
  return {
    url,
    /** What it had to say of the processes. */
    errors: () => (existsSync(errors) ? readFileSync(errors, 'utf8') : ''),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
