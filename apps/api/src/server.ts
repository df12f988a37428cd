import { sentenceOf } from './cli/command.ts';
import { readConfig } from './config.ts';
import { type RunningServer, start } from './start.ts';
import { startupBanner } from './startup-banner.ts';

/** Time for requests under way to finish. */
const PATIENCE_MS = 10_000;

function fail(error: unknown): never {
  process.stderr.write(`Сервер не запущен.\n${sentenceOf(error)}\n`);
  process.exit(1);
}

function stopOnSignals(server: RunningServer) {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    server.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

try {
  const config = readConfig(process.env);
  const server = await start(config);
  stopOnSignals(server);
  process.stdout.write(startupBanner(config, server));
} catch (error) {
  fail(error);
}
