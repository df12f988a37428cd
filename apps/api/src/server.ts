import { sentenceOf } from './cli/command.ts';
import { type Config, readConfig } from './config.ts';
import type { RunningServer } from './start.ts';
import { startupBanner } from './startup-banner.ts';

/** Time limit for running requests after the proxy has stopped sending. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

function fail(error: unknown): never {
  process.stderr.write(`Сервер не запущен.\n${sentenceOf(error)}\n`);
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
async function trace(config: Config): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = config;
  if (endpoint === undefined) return async () => undefined;
  const { startTracing } = await import('./platform/tracing/tracing.ts');
  return startTracing({ endpoint, serviceName, ratio: config.OTEL_TRACES_SAMPLER_ARG });
}

try {
  const config = readConfig(process.env);
  const endTracing = await trace(config);
  // Modules that are traced must be imported after tracing has started.
  const { start } = await import('./start.ts');
  const server = await start(config);
  stopOnSignals(server, config, endTracing);
  process.stdout.write(startupBanner(config, server));
} catch (error) {
  fail(error);
}
