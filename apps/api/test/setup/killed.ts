import type { KyselyPlugin } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** Returns a connection whose process is killed by `kill`: its later statements fail, and its open transaction is rolled back. */
export function killable(db: Db): { db: Db; kill: () => void } {
  let isDead = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (isDead) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    kill() {
      isDead = true;
    },
  };
}

/** Returns a connection whose process is killed after `statements` statements: its open transaction is rolled back. */
export function killedAfter(db: Db, statements: number): Db {
  let remaining = statements;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (remaining <= 0) throw new Error('killed');
      remaining -= 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
}
