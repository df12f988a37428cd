import type { TestProject } from 'vitest/node';
import { clusterFolder, clusterIn } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a temporary PostgreSQL server, in projects that use one. */
    postgres: string | undefined;
  }
}

export default async function setup(project: TestProject) {
  const cluster = clusterIn(clusterFolder(), { fsync: 'off', max_connections: 200 });
  await cluster.start();
  project.provide('postgres', cluster.url());
  return () => cluster.remove();
}
