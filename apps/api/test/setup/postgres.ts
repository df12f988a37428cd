import type { TestProject } from 'vitest/node';
import { clusterFolder, clusterIn } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a throw-away PostgreSQL server, in the project that has one. */
    postgres: string | undefined;
  }
}

export default async function setup(project: TestProject) {
  const cluster = clusterIn(clusterFolder(), { fsync: 'off', max_connections: 200 });
  await cluster.start();
  project.provide('postgres', cluster.url());
  return () => cluster.remove();
}
