import type { TestProject } from 'vitest/node';
import { cleanUp, dataFolder, type Ended, startServer } from './processes.ts';

/** The one start on an empty folder without any setting: it takes the longest, and every other test goes on from it. */
export type FirstStart = Pick<Ended, 'code' | 'stdout' | 'stderr'> & {
  /** Status codes of `/api/health/` and of a sign-in with the demo's password. */
  health: number;
  login: number;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** Data of a server that was started once and stopped: it holds the demo people. */
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
  const { code, stdout, stderr } = await server.ended;
  project.provide('template', folder);
  project.provide('firstStart', { code, stdout, stderr, health: health.status, login: login.status });
  return cleanUp;
}
