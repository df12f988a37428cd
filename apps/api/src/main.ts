import { getErrorMessage } from './cli/command.ts';
import type { Config } from './config/config.ts';
import { readTracing } from './config/tracing.ts';
import { DEMO_PEOPLE } from './demo/people.ts';
import type { RunningServer } from './start.ts';

/** Time limit for running requests after the proxy has stopped sending. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

function fail(error: unknown): never {
  process.stderr.write(`Сервер не запущен.\n${getErrorMessage(error)}\n`);
  process.exit(1);
}

function stopOnSignals(server: RunningServer, { DRAIN_SECONDS }: Config, endTracing: () => Promise<void>) {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS + DRAIN_SECONDS * 1000).unref();
    server
      .stop()
      .then(endTracing)
      .then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Starts tracing when it is configured. The libraries are loaded only then. */
async function trace(): Promise<() => Promise<void>> {
  const settings = readTracing(process.env);
  const endpoint = settings?.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (settings === undefined || endpoint === undefined) return async () => undefined;
  const { startTracing } = await import('./platform/tracing/tracing.ts');
  const { OTEL_SERVICE_NAME: serviceName, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  return startTracing({ endpoint, serviceName, ratio });
}

const ROLES = { organization: 'организация', partner: 'партнер' };

/** Returns the text that the operator sees after the start. */
function startupBanner(
  { MODE, DATABASE_URL, DATA_DIR, HOST }: Config,
  { url, setupUrl, metricsUrl }: Pick<RunningServer, 'url' | 'setupUrl' | 'metricsUrl'>,
): string {
  const database = DATABASE_URL === undefined ? `встроенная, папка ${DATA_DIR}` : 'PostgreSQL';
  const lines = ['', `Сервер запущен: ${url}`, `База данных: ${database}`];
  if (metricsUrl !== undefined) lines.push(`Метрики: ${metricsUrl}`);
  if (setupUrl !== undefined)
    lines.push(
      'Здесь еще никого нет. Создайте организацию и вход для себя, адрес действует сутки:',
      `  ${setupUrl}`,
    );
  if (MODE === 'demo') {
    lines.push('Демонстрационный режим. Войти можно так:');
    for (const { role, phone, password } of DEMO_PEOPLE) {
      lines.push(`  ${role ? ROLES[role] : 'без роли'}: телефон ${phone}, пароль ${password}`);
    }
    if (!['127.0.0.1', 'localhost', '::1'].includes(HOST)) {
      lines.push(
        'Внимание: эти пароли известны всем, а сервер виден по сети. Для работы: APP_MODE=production.',
      );
    }
  }
  return `${lines.join('\n')}\n\n`;
}

try {
  const endTracing = await trace();
  // Modules that are traced must be imported after tracing has started.
  const { readConfig } = await import('./config/config.ts');
  const { start } = await import('./start.ts');
  const config = readConfig(process.env);
  const server = await start(config);
  stopOnSignals(server, config, endTracing);
  process.stdout.write(startupBanner(config, server));
} catch (error) {
  fail(error);
}
