/** Measures the time from a start with existing data to the first response: `node bench/start.ts`, `ROUNDS` of them (7). */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure, report } from './report.ts';

const { ROUNDS = '7' } = process.env;
const PORT = '3798';
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
const compiled = mkdtempSync(join(tmpdir(), 'bench-compiled-'));

async function start(): Promise<number> {
  const began = performance.now();
  const server = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT,
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const answers = () =>
    fetch(`http://127.0.0.1:${PORT}/api/health/`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 10));
  const took = performance.now() - began;
  server.kill('SIGTERM');
  await ended;
  return took;
}

// The first start creates the data and the compile cache.
await start();
const times: number[] = [];
for (let round = 0; round < Number(ROUNDS); round += 1) times.push(await start());
for (const each of [folder, compiled]) rmSync(each, { recursive: true });
report('start', [figure('second start of the server', 'ms', times)]);
