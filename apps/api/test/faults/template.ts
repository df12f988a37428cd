import type { TestProject } from 'vitest/node';
import { cleanUp, dataFolder, type Exit, startServer } from './processes.ts';

/** The result of the first start on an empty folder. It is the slowest start, so all tests copy its folder. */
export type FirstStart = Pick<Exit, 'code' | 'stdout' | 'stderr'> & {
  /** Status codes of `/api/health/` and of a sign-in with the demo password. */
  health: number;
  login: number;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a server that was started once and stopped. It contains the demo users. */
    template: string;
    firstStart: FirstStart;
  }
}

export default async function setup(project: TestProject) {
  const folder = dataFolder();
  const server = startServer(folder);
  const url = await server.url;
  const health = await fetch(`${url}/api/health/`);
  const login = await fetch(`${url}/api/accounts/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '+79000000001', password: 'demo-organization', 'smart-token': '' }),
  });
  server.kill('SIGINT');
  const { code, stdout, stderr } = await server.exited;
  project.provide('template', folder);
  project.provide('firstStart', { code, stdout, stderr, health: health.status, login: login.status });
  return cleanUp;
}
