import type { TestProject } from 'vitest/node';
import { cleanUp, dataFolder, startServer } from './processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data of a server that was started once and stopped: it holds the demo people. */
    template: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = dataFolder();
  const server = startServer(folder);
  await server.url;
  server.kill('SIGTERM');
  await server.ended;
  project.provide('template', folder);
  return cleanUp;
}
