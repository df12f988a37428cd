/**
 * Runs the dashboard with hot module replacement on PORT (3000) and the API on the next port, restarted when its sources change. Vite
 * serves all pages and passes calls to the API. Ctrl-C stops both.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const { PORT = '3000' } = process.env;
const apiPort = String(Number(PORT) + 1);
const publicUrl = `http://127.0.0.1:${PORT}`;
const root = resolve(import.meta.dirname, '..');
const dashboard = join(root, 'apps/dashboard');

const run = (args: string[], cwd: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });

const children = [
  run(['--watch', '--watch-preserve-output', join(root, 'apps/api/src/main.ts')], root, {
    PORT: apiPort,
    PUBLIC_URL: publicUrl,
  }),
  run([join(dashboard, 'node_modules/vite/bin/vite.js'), '--port', PORT, '--strictPort'], dashboard, {
    API_ORIGIN: `http://127.0.0.1:${apiPort}`,
  }),
];

function endAll() {
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);
for (const child of children) child.on('exit', endAll);
await Promise.all(children.map((child) => new Promise((ended) => child.once('close', ended))));
