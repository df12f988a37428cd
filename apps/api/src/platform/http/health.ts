import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { databaseUnavailable, diskFull } from '../errors.ts';
import type { Disk } from '../folder/disk.ts';
import { storageRefusal } from './failures.ts';
import { serve } from './route.ts';

/** Reports whether the server and its database respond, and the state of the data disk. */
export function healthRoutes(app: FastifyInstance, db: Db, disk: Disk) {
  serve(app, routes.health, async () => {
    const { state, freeMib } = disk();
    if (state === 'full') throw diskFull();
    try {
      await sql`select 1`.execute(db);
    } catch (error) {
      throw storageRefusal(error) ?? databaseUnavailable();
    }
    const warning = `На диске сервера заканчивается место: осталось ${freeMib} МБ.`;
    return { status: 'ok' as const, ...(state === 'low' && { warning }) };
  });
}
