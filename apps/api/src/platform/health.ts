import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { unavailable } from './errors.ts';
import { serve } from './route.ts';

/** Says whether the server and its database answer. */
export function healthRoutes(app: FastifyInstance, db: Db) {
  serve(app, routes.health, async () => {
    try {
      await sql`select 1`.execute(db);
    } catch {
      throw unavailable({ detail: 'База данных не отвечает.', code: 'unavailable' });
    }
    return { status: 'ok' as const };
  });
}
