import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createAmocrm, exchangeTokens } from './amocrm.ts';
import { createBitrix24 } from './bitrix24.ts';
import { type ConnectionRow, connectionsRepo } from './connections.repo.ts';
import type { CrmSealer, OauthKeys } from './credentials.ts';
import { type CrmClient, CrmProblem } from './crm-client.ts';
import type { CrmHttp } from './crm-http.ts';
import { saveFailure } from './save-failure.ts';

/** Lease of a renewal of tokens, in seconds. Longer than its calls. */
const LEASE_S = 60;
/** An access token is renewed this number of seconds before its end. */
const EARLY_S = 60;
/** Waits for a renewal in another process. */
const [POLL_MS, POLLS] = [200, 75];

const UNREADABLE = 'Ключи не читаются: сервер получил новый секретный ключ. Введите адрес или токен снова.';

export type CrmClients = ReturnType<typeof createCrmClients>;

/** What the calls of a connection need. */
export type KeyedConnection = Pick<ConnectionRow, 'organization_id' | 'id' | 'address' | 'credentials'>;

export type CrmClientsDeps = { db: Db; clock: Clock; http: CrmHttp; sealer: CrmSealer };

/** Creates clients of connections, and keeps their state: failures break a connection, and a successful call repairs it. */
export function createCrmClients({ db, clock, http, sealer }: CrmClientsDeps) {
  const renewals = new Map<string, Promise<OauthKeys>>();

  const openKeys = (row: KeyedConnection) => {
    const keys = sealer.open(row);
    if (keys === undefined) throw new CrmProblem('unauthorized', UNREADABLE);
    return keys;
  };

  function openOauthKeys(row: KeyedConnection): OauthKeys {
    const keys = openKeys(row);
    if ('refresh_token' in keys) return keys;
    throw new CrmProblem('unauthorized', UNREADABLE);
  }

  /** Renews the tokens with the lease. A refresh token is valid once, so the new pair is stored before anything else happens. */
  async function renewLeased(row: KeyedConnection, lease: string, refused: string): Promise<OauthKeys> {
    const repo = connectionsRepo(db, row.organization_id);
    try {
      const keys = openOauthKeys(row);
      if (keys.access_token !== refused) return keys;
      const { client_id, client_secret, redirect_uri, refresh_token } = keys;
      const body = { client_id, client_secret, redirect_uri, refresh_token, grant_type: 'refresh_token' };
      const renewed = { ...keys, ...(await exchangeTokens(http, row.address, body, clock())) };
      await repo.release(row.id, lease, { credentials: sealer.seal(row, renewed) });
      return renewed;
    } finally {
      await repo.release(row.id, lease);
    }
  }

  /** Returns tokens other than the refused one. One process renews them; the others wait for it. */
  async function renew({ organization_id, id }: KeyedConnection, refused: string): Promise<OauthKeys> {
    const repo = connectionsRepo(db, organization_id);
    for (let poll = 0; poll < POLLS; poll += 1) {
      const [lease, now] = [randomUUID(), clock()];
      const row = await repo.lease(id, lease, { now, until: plusSeconds(now, LEASE_S) });
      if (row !== undefined) return renewLeased(row, lease, refused);
      await wait(POLL_MS);
      const current = await repo.find(id);
      if (current === undefined) break;
      const keys = openOauthKeys(current);
      if (keys.access_token !== refused) return keys;
    }
    throw new CrmProblem('unreachable', 'Токены еще обновляются. Повторите через минуту.');
  }

  function renewOnce(row: KeyedConnection, refused: string): Promise<OauthKeys> {
    const running = renewals.get(row.id);
    if (running !== undefined) return running;
    const started = renew(row, refused).finally(() => renewals.delete(row.id));
    renewals.set(row.id, started);
    return started;
  }

  function createOauthCall(row: KeyedConnection, initial: OauthKeys) {
    let keys = initial;
    return async <Result>(run: (token: string) => Promise<Result>): Promise<Result> => {
      if (new Date(keys.expires_at) <= plusSeconds(clock(), EARLY_S))
        keys = await renewOnce(row, keys.access_token);
      try {
        return await run(keys.access_token);
      } catch (error) {
        if (!(error instanceof CrmProblem) || error.kind !== 'unauthorized') throw error;
        keys = await renewOnce(row, keys.access_token);
        return run(keys.access_token);
      }
    };
  }

  function open(row: KeyedConnection): CrmClient {
    const keys = openKeys(row);
    if ('hook' in keys) return createBitrix24(http, keys.hook);
    if ('token' in keys) return createAmocrm(http, row.address, (run) => run(keys.token));
    return createAmocrm(http, row.address, createOauthCall(row, keys));
  }

  return {
    open,

    /** Makes calls to the CRM of a connection. @throws CrmProblem */
    async use<Result>(row: ConnectionRow, run: (client: CrmClient) => Promise<Result>): Promise<Result> {
      const repo = connectionsRepo(db, row.organization_id);
      try {
        const result = await run(open(row));
        if (row.failing_since !== null)
          await repo.save(row.id, { state: 'connected', cause: '', failing_since: null });
        return result;
      } catch (error) {
        if (error instanceof CrmProblem && error.kind !== 'limited')
          await saveFailure(db, row, error, clock());
        throw error;
      }
    },
  };
}
