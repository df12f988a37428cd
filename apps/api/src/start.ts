import { setTimeout as pause } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { OperatorCommand } from './cli/operator.ts';
import type { Config } from './config/config.ts';
import { toSettings } from './config/settings.ts';
import { openDatabase } from './database/open-database.ts';
import { welcomeDemo } from './demo/welcome.ts';
import { systemClock } from './platform/clock.ts';
import { serveControl } from './platform/folder/control.ts';
import { createDiskReader, unmonitoredDisk } from './platform/folder/disk.ts';
import type { MetricsDeps } from './platform/metrics/metrics.ts';

export type RunningServer = {
  url: string;
  /** Address of the setup page, while the database has no users. */
  setupUrl: string | undefined;
  /** Address of the metrics, when they are enabled. */
  metricsUrl: string | undefined;
  stop: () => Promise<void>;
};

/**
 * Opens the database, migrates it and listens.
 *
 * @throws Error with a Russian sentence for problems that an operator can fix: a port or a folder in use.
 */
export async function start(config: Config): Promise<RunningServer> {
  const settings = toSettings(config);
  const isEmbedded = config.DATABASE_URL === undefined;
  let app: ReturnType<typeof buildApp>['app'] | undefined;
  let served: Awaited<ReturnType<typeof startMetrics>>;
  const { db, close, pool, reads } = await openDatabase(
    config,
    (err) => app?.log.error({ err }, 'database connection lost'),
    (outcome) => served?.watch.onListRead(outcome),
  );
  try {
    const disk = isEmbedded ? createDiskReader(config.DATA_DIR) : unmonitoredDisk;
    const backlog = () => built.messages.backlog();
    served = await startMetrics(config, { clock: systemClock, pool, backlog });
    const watch = served?.watch;
    const built = buildApp({ db, clock: systemClock, fetch, settings, disk, watch, reads, isEmbedded });
    app = built.app;
    if (config.MODE === 'demo') await welcomeDemo(db, built.accounts.people);
    await built.messages.open();
    built.jobs.start();
    const url = await listen(built.app, config);
    const site = config.PUBLIC_URL ?? url;
    const endControl = isEmbedded ? await takeCommands(config, built, site) : undefined;
    const setupPath = config.MODE === 'production' ? await built.offerSetup() : undefined;
    return {
      url: site,
      metricsUrl: served?.url,
      setupUrl: setupPath && new URL(setupPath, site).href,
      async stop() {
        await endControl?.();
        if (config.DRAIN_SECONDS > 0) {
          built.drain();
          await pause(config.DRAIN_SECONDS * 1000);
        }
        await built.app.close();
        await served?.close();
        await close();
      },
    };
  } catch (error) {
    await app?.close();
    await served?.close();
    await close();
    throw error;
  }
}

/** Starts the metrics server when it is configured. The library is loaded only then. */
async function startMetrics({ METRICS_HOST: host, METRICS_PORT: port }: Config, deps: MetricsDeps) {
  if (port === undefined) return undefined;
  const { createMetrics } = await import('./platform/metrics/metrics.ts');
  const { serveMetrics } = await import('./platform/metrics/serve-metrics.ts');
  const metrics = createMetrics();
  metrics.collect(deps);
  return { watch: metrics.watch, ...(await serveMetrics(metrics, { host, port })) };
}

/** Runs commands of the operator in this process, because no other process can open the embedded database. */
const takeCommands = ({ DATA_DIR }: Config, { operator }: ReturnType<typeof buildApp>, site: string) =>
  serveControl(DATA_DIR, async (command, input) => {
    if (!(command in operator)) throw new Error(`Команды ${command} нет.`);
    return operator[command as OperatorCommand](input, site);
  });

async function listen(app: ReturnType<typeof buildApp>['app'], { HOST, PORT }: Config): Promise<string> {
  try {
    return await app.listen({ host: HOST, port: PORT });
  } catch (cause) {
    const isInUse = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const sentence = isInUse
      ? `Порт ${PORT} занят. Освободите его или укажите другой в PORT.`
      : `По адресу ${HOST}, порт ${PORT}, слушать нельзя. Укажите другие в HOST и PORT. (${String(cause)})`;
    throw new Error(sentence, { cause });
  }
}
