import { randomUUIDv7 } from 'node:crypto';
import { routes, type Setup, type TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/errors.ts';
import { createLimits, type Limit } from '../../platform/http/limits/limits.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { hashToken, newToken } from '../../platform/one-time-token.ts';

const LIFE_SECONDS = 24 * 60 * 60;
const ATTEMPTS: Limit = { name: 'setup:network', max: 30, seconds: 15 * 60 };

/** Creates an organization with its first owner, and signs the owner in. */
export type CreateOrganizationWithOwner = (
  request: FastifyRequest,
  setup: Setup,
  allow: (trx: Db) => Promise<void>,
) => Promise<TokenPair>;

export type SetupDeps = {
  db: Db;
  clock: Clock;
  createOrganizationWithOwner: CreateOrganizationWithOwner;
};

const noSuchAddress = () =>
  new ApiError({
    status: 404,
    body: {
      detail: 'Адрес первого входа не действует. Новый печатает сервер при запуске, пока в нем никого нет.',
    },
  });

/** Creates the first account of an empty database through a link that the server prints. */
export function createSetup({ db, clock, createOrganizationWithOwner }: SetupDeps) {
  const limits = createLimits(db, clock);

  const admit = ({ ip }: FastifyRequest) => limits.admit({ limit: ATTEMPTS, key: toNetwork(ip) });

  const isEmpty = async (trx: Db) =>
    (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;

  /** Returns the id of the link. @throws ApiError 404 for an invalid link, or when the database already has users. */
  async function check(trx: Db, token: string): Promise<string> {
    const link = await trx
      .selectFrom('account_links')
      .select('id')
      .where('kind', '=', 'setup')
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock())
      .executeTakeFirst();
    if (link === undefined || !(await isEmpty(trx))) throw noSuchAddress();
    return link.id;
  }

  async function setUp(request: FastifyRequest, setup: Setup): Promise<TokenPair> {
    await check(db, setup.token);
    return createOrganizationWithOwner(request, setup, async (trx) => {
      // Two concurrent requests must not create two organizations.
      await sql`lock table account_links in share row exclusive mode`.execute(trx);
      const id = await check(trx, setup.token);
      await trx.updateTable('account_links').set({ used_at: clock() }).where('id', '=', id).execute();
    });
  }

  return {
    routes(app: FastifyInstance) {
      serve(app, routes.checkSetup, async ({ body, request }) => {
        await admit(request);
        await check(db, body.token);
        return {};
      });
      serve(app, routes.setUp, async ({ body, request }) => {
        await admit(request);
        return setUp(request, body);
      });
    },

    /** Returns the path of a new setup link for a database without users, else undefined. */
    async offer(): Promise<string | undefined> {
      if (!(await isEmpty(db))) return undefined;
      const [token, now] = [newToken(), clock()];
      await db
        .insertInto('account_links')
        .values({
          id: randomUUIDv7(),
          kind: 'setup',
          user_id: null,
          organization_id: null,
          token_hash: hashToken(token),
          created_by: null,
          created_at: now,
          expires_at: plusSeconds(now, LIFE_SECONDS),
        })
        .execute();
      return `/setup/${token}`;
    },
  };
}
