import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Config, ConfigError, environment, readConfig } from './config.ts';

/** Returns the problems that `readConfig` reports for an environment. */
function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const production = { APP_MODE: 'production', SECRET_KEY: 'x'.repeat(32) };

describe('the configuration', () => {
  test('starts the demo on the embedded database in an empty environment, for this machine only', () => {
    expect(readConfig({})).toMatchObject({
      MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: 3000,
      DATA_DIR: expect.stringMatching(/\/\.data$/),
      ACCESS_TTL_SECONDS: 300,
      REFRESH_TTL_SECONDS: 2_592_000,
      REFRESH_GRACE_SECONDS: 10,
      CORS_ORIGINS: [],
      TRUST_PROXY: [],
    });
  });

  test('counts an empty variable as missing', () => {
    expect(readConfig({ PORT: '', CAPTCHA_SERVER_KEY: '' })).toMatchObject({ PORT: 3000 });
    expect(readConfig({ CAPTCHA_SERVER_KEY: '' }).CAPTCHA_SERVER_KEY).toBeUndefined();
  });

  test('reports all problems at once, each with the name of the variable, in Russian', () => {
    const problems = problemsOf({
      PORT: 'x',
      REFRESH_GRACE_SECONDS: '-1',
      CORS_ORIGINS: 'example.ru',
      APP_MODE: 'production',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'REFRESH_GRACE_SECONDS',
      'CORS_ORIGINS',
      'SECRET_KEY',
    ]);
    for (const problem of problems) expect(problem).toMatch(/: .*[а-я]/i);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['APP_MODE', 'prod'],
    ['ACCESS_TTL_SECONDS', '0'],
    ['SECRET_KEY', 'short'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'example.ru'],
    ['CORS_ORIGINS', 'https://example.ru/path'],
    ['CORS_ORIGINS', '*'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['SUPPORT_URL', 'javascript:alert(1)'],
    ['API_BASE', 'ftp://example.ru'],
    ['CAPTCHA_URL', 'x'],
    ['LOG_LEVEL', 'loud'],
    ['FORM_LEADS_PER_LINK', '0'],
    ['FORM_LEADS_PER_PROGRAM', '100'],
    ['FORM_LEADS_PER_ORGANIZATION', '300'],
    ['IDEMPOTENCY_TTL_SECONDS', '3600'],
    ['METRICS_PORT', '65536'],
    ['DATABASE_REPLICA_URL', 'postgres://without/a-primary'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('refuses %s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: .*[а-я]`, 'i')),
    ]);
  });

  test.each([
    [{ ...production }, 'production'],
    [{ NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) }, 'production'],
    [{ NODE_ENV: 'production', APP_MODE: 'demo' }, 'demo'],
    [{ NODE_ENV: 'test' }, 'demo'],
  ])('with %j runs in mode %s', (env, mode) => {
    expect(readConfig(env).MODE).toBe(mode);
  });

  test('requires a key of at least 32 bytes in production', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([expect.stringMatching(/^SECRET_KEY/)]);
    expect(problemsOf({ APP_MODE: 'production', SECRET_KEY: 'я'.repeat(16) })).toEqual([]);
  });

  test('reads lists', () => {
    const { CORS_ORIGINS, TRUST_PROXY } = readConfig({
      CORS_ORIGINS: 'https://a.example, http://127.0.0.1:5173',
      TRUST_PROXY: 'loopback,10.0.0.0/8, 2001:db8::/32',
    });
    expect(CORS_ORIGINS).toEqual(['https://a.example', 'http://127.0.0.1:5173']);
    expect(TRUST_PROXY).toEqual(['loopback', '10.0.0.0/8', '2001:db8::/32']);
  });
});

test('the README lists every setting with its default, and no other setting', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `([A-Z_0-9]+)` *\|([^|\n]*)\|/gm)];
  const listed = Object.fromEntries(rows.map(([, name = '', value = '']) => [name, value.trim()]));
  expect(Object.keys(listed).sort()).toEqual(
    Object.keys(environment.shape)
      .filter((name) => name !== 'NODE_ENV')
      .sort(),
  );

  const defaults = readConfig({});
  for (const [name, written] of Object.entries(listed)) {
    if (!(name in defaults)) continue;
    const value = /^`(.+)`$/.exec(written)?.[1];
    if (written === '') expect([undefined, '', []], name).toContainEqual(defaults[name as keyof Config]);
    if (value === undefined) continue;
    expect([name, readConfig({ [name]: value })]).toEqual([name, defaults]);
  }
});
