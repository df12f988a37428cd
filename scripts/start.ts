/** Builds what has changed since the last time, then serves the dashboard and the API. */
import { turbo } from './run-command.ts';

if (!turbo('run build --output-logs=errors-only')) process.exit(1);
await import(new URL('../apps/api/src/server.ts', import.meta.url).href);
