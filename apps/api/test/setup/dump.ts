import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeDump } from '../../src/testing/databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with an empty embedded database, from which tests open theirs. */
    dump: string;
  }
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'referral-dashboard-dump-'));
  const file = join(folder, 'dump.tar');
  writeFileSync(file, Buffer.from(await (await makeDump()).arrayBuffer()));
  project.provide('dump', file);
  return () => rmSync(folder, { recursive: true });
}
