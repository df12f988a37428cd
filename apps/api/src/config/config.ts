import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { channelEnvironment, channelProblems } from '../messages/index.ts';
import { tracingEnvironment } from './tracing.ts';
import { isHttpUrl, nonEmpty } from './values.ts';

const root = resolve(import.meta.dirname, '../../../..');

const seconds = (what: string, { from }: { from: number }) =>
  z.coerce
    .number(`${what}: целое число секунд.`)
    .int(`${what}: целое число секунд.`)
    .min(from, `${what}: не меньше ${from}.`);

const DAY = 24 * 60 * 60;

const count = z.coerce.number('Целое число.').int('Целое число.').min(1, 'Не меньше 1.');

const port = z.coerce
  .number('Номер порта от 0 до 65535.')
  .int('Номер порта от 0 до 65535.')
  .min(0, 'Номер порта от 0 до 65535.')
  .max(65_535, 'Номер порта от 0 до 65535.');

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const isOrigin = (value: string) => URL.canParse(value) && new URL(value).origin === value;
const isProxy = (value: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(value) || isIP(value) !== 0 || ipaddr.isValidCIDR(value);

/** All settings of the server. The README describes them; a test compares the two lists. */
export const environment = z.object({
  APP_MODE: z.enum(['demo', 'production'], 'Допустимы demo и production.').optional(),
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DRAIN_SECONDS: seconds('Срок', { from: 0 }).default(0),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  ...tracingEnvironment,
  PUBLIC_URL: z.string().refine(isHttpUrl, 'Адрес вида https://example.ru.').optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Адрес вида postgres://user@host/database.')
    .optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Адрес вида postgres://user@host/database.')
    .optional(),
  DATA_DIR: z.string().default(join(root, '.data')),
  SECRET_KEY: z
    .string()
    .refine((value) => Buffer.byteLength(value) >= 32, 'Не короче 32 байт.')
    .optional(),
  ACCESS_TTL_SECONDS: seconds('Срок', { from: 1 }).default(300),
  REFRESH_TTL_SECONDS: seconds('Срок', { from: 1 }).default(30 * 24 * 60 * 60),
  REFRESH_GRACE_SECONDS: seconds('Отсрочка', { from: 0 }).default(10),
  SESSION_MAX_DAYS: z.coerce
    .number('Целое число дней.')
    .int('Целое число дней.')
    .min(1, 'Не меньше 1.')
    .max(3650, 'Не больше 3650.')
    .default(180),
  INVITATIONS_PER_HOUR: z.coerce
    .number('Целое число.')
    .int('Целое число.')
    .min(1, 'Не меньше 1.')
    .max(10_000, 'Не больше 10000.')
    .default(200),
  ARGON2_MEMORY_KIB: z.coerce
    .number('Целое число КиБ.')
    .int('Целое число КиБ.')
    .min(8, 'Не меньше 8.')
    .default(19_456),
  ARGON2_PASSES: z.coerce.number('Целое число.').int('Целое число.').min(1, 'Не меньше 1.').default(2),
  CAPTCHA_SERVER_KEY: z.string().optional(),
  CAPTCHA_SITE_KEY: z.string().default(''),
  CAPTCHA_URL: z
    .string()
    .refine(isHttpUrl, 'Адрес вида https://example.ru/validate.')
    .default('https://smartcaptcha.cloud.yandex.ru/validate'),
  MAIL_PRIVATE_HOSTS: z.enum(['true', 'false'], 'Допустимы true и false.').default('false'),
  WEBHOOK_PRIVATE_HOSTS: z.enum(['true', 'false'], 'Допустимы true и false.').default('false'),
  ...channelEnvironment,
  NPD_URL: z.string().refine(isHttpUrl, 'Адрес вида https://statusnpd.nalog.ru.').optional(),
  RECEIPTS_URL: z.string().refine(isHttpUrl, 'Адрес вида https://lknpd.nalog.ru.').optional(),
  CORS_ORIGINS: list
    .refine((origins) => origins.every(isOrigin), 'Источники через запятую, вида https://example.ru.')
    .default([]),
  TRUST_PROXY: list
    .refine(
      (proxies) => proxies.every(isProxy),
      'Адреса или сети прокси через запятую, вида 10.0.0.0/8, или loopback.',
    )
    .default([]),
  DASHBOARD_DIR: z.string().default(join(root, 'apps/dashboard/dist')),
  API_BASE: z
    .string()
    .refine((value) => value === '' || isHttpUrl(value), 'Адрес вида https://api.example.ru или ничего.')
    .default(''),
  SUPPORT_URL: z
    .string()
    .refine(
      (value) => value === '' || (/^(https?|mailto|tel):/.test(value) && URL.canParse(value)),
      'Адрес https:, mailto: или tel:, или ничего.',
    )
    .default(''),
  FORM_LEADS_PER_LINK: count.default(100),
  FORM_LEADS_PER_PROGRAM: count.default(300),
  FORM_LEADS_PER_ORGANIZATION: count.default(1000),
  CREATIONS_PER_ORGANIZATION: count.default(10_000),
  BULK_CALLS_PER_ORGANIZATION: count.default(10_000),
  EXPORTS_PER_ORGANIZATION: count.default(300),
  IDEMPOTENCY_TTL_SECONDS: seconds('Срок', { from: DAY }).default(30 * DAY),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'Допустимы error, warn, info, debug, silent.',
    )
    .default('info'),
});

export type Config = Omit<z.output<typeof environment>, 'APP_MODE' | 'NODE_ENV'> & {
  MODE: 'demo' | 'production';
};

type Environment = { [Name in keyof z.input<typeof environment>]?: string };

/** All problems of the settings, one sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Returns the settings of an environment. An empty variable counts as missing.
 *
 * @throws ConfigError with all problems at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values: Environment = nonEmpty(env);
  const { APP_MODE: mode, NODE_ENV: nodeEnv, SECRET_KEY: key } = values;
  const production = mode === undefined ? nodeEnv === 'production' : mode === 'production';
  const result = environment.safeParse(values);
  const problems = (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (production && key === undefined) {
    problems.push('SECRET_KEY: в режиме production обязателен, не короче 32 байт.');
  }
  if (result.success) {
    const { data } = result;
    problems.push(...problemsOfFormLimits(data), ...channelProblems(data), ...problemsOfDatabase(data));
  }
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  const { APP_MODE: _mode, NODE_ENV: _env, ...settings } = result.data;
  return { ...settings, MODE: production ? 'production' : 'demo' };
}

const problemsOfDatabase = ({
  DATABASE_URL,
  DATABASE_REPLICA_URL,
}: z.output<typeof environment>): string[] =>
  DATABASE_REPLICA_URL === undefined || DATABASE_URL !== undefined
    ? []
    : ['DATABASE_REPLICA_URL: вместе с DATABASE_URL, без которого копировать нечего.'];

/** One link must not use up the limit of its program, nor one program the limit of its organization. */
function problemsOfFormLimits(values: z.output<typeof environment>): string[] {
  const { FORM_LEADS_PER_LINK: link, FORM_LEADS_PER_PROGRAM: program } = values;
  return [
    ...(program > link ? [] : ['FORM_LEADS_PER_PROGRAM: больше, чем FORM_LEADS_PER_LINK.']),
    ...(values.FORM_LEADS_PER_ORGANIZATION > program
      ? []
      : ['FORM_LEADS_PER_ORGANIZATION: больше, чем FORM_LEADS_PER_PROGRAM.']),
  ];
}
