import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { readMetrics, sumSamples } from '../setup/metrics-reader.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);
const filled = () => dataFolder(inject('template'));
const addressIn = (output: string) => /Метрики: (\S+)/.exec(output)?.[1] ?? '';

test('metrics are served only on a separate local port', async () => {
  const server = startServer(filled(), { METRICS_PORT: '0' });
  const url = await server.url;
  await createClient({ url }).signIn();
  const address = addressIn(server.output());
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);

  const response = await fetch(address);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const samples = readMetrics(await response.text());
  expect(sumSamples(samples, 'http_request_duration_seconds_count', { route: '/api/accounts/login/' })).toBe(
    1,
  );
  expect(sumSamples(samples, 'outbox_readable')).toBe(1);

  const jobsWithoutRun = async () =>
    readMetrics(await (await fetch(address)).text()).filter(
      ({ name, value }) => name === 'job_duration_seconds_count' && value === 0,
    );
  await expect.poll(jobsWithoutRun, { timeout: 5000 }).toEqual([]);

  for (const path of ['/metrics', '/metrics/', '/api/metrics']) {
    const text = await (await fetch(new URL(path, url))).text();
    expect(text).not.toContain('http_request_duration_seconds');
  }
  const others = [
    ['/', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics?x', 'GET'],
  ] as const;
  for (const [path, method] of others)
    expect((await fetch(new URL(path, address), { method })).status).toBe(404);

  server.kill('SIGTERM');
  expect(await server.exited).toMatchObject({ code: 0, stderr: '' });
});

test('without the setting neither metrics nor the metrics and tracing libraries are loaded', async () => {
  const folder = filled();
  const loaded = join(folder, 'loaded');
  const file = new URL('loaded.ts', import.meta.url).href;
  const server = startServer(folder, { NODE_OPTIONS: `--import ${file}`, LOADED: loaded });
  await server.url;
  expect(addressIn(server.output())).toBe('');
  const modules = readFileSync(loaded, 'utf8');
  expect(modules).toContain('/fastify/');
  expect(modules).not.toMatch(/prom-client|opentelemetry/);
});

test('an occupied metrics port ends the start with an error message', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, stderr } = await startServer(filled(), { METRICS_PORT: port }).exited;
  other.close();
  expect(code).toBe(1);
  expect(stderr).toContain('Укажите другие в METRICS_HOST и METRICS_PORT');
  expect(stderr).not.toContain('    at ');
});
