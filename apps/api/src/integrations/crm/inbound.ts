import { timingSafeEqual } from 'node:crypto';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject, tooManyCalls } from '../../platform/errors.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import { hashSecret, issueSecret } from '../secret-address.ts';
import type { ConnectionRow } from './connections.repo.ts';
import { connectionsRepo } from './connections.repo.ts';
import type { CrmSealer } from './credentials.ts';
import { readsRepo } from './reads.repo.ts';

/** Seconds between two notes about events of deals that are not ours: a CRM reports all its deals. */
const NOTE_AGAIN_S = 10;
/** Events of a connection. A bulk change of deals causes one event for each. */
const BY_CONNECTION = { name: 'crm-event', max: 3000, seconds: 60 };
/** Events from a network. Portals in the cloud of a CRM share networks. */
const BY_NETWORK = { name: 'crm-event-network', max: 6000, seconds: 60 };
/** Maximum number of deals of an event. */
const MAX_DEALS = 100;

/** Path to which the CRM sends its events. The secret in it is the only proof of amoCRM. */
export const toInboundPath = (secret: string) => `/api/public/crm/${secret}/`;

/** Returns a new secret of the address, for the database. */
export const issueInbound = (sealer: CrmSealer, owner: Pick<ConnectionRow, 'organization_id' | 'id'>) =>
  issueSecret((secret) => sealer.sealText(owner, secret));

/** Ids of the deals that an event of a CRM names. The fields are those of a form. */
function dealsIn(kind: ConnectionRow['kind'], body: Readonly<Record<string, unknown>>): string[] {
  const names =
    kind === 'bitrix24'
      ? ['data[FIELDS][ID]']
      : Object.keys(body).filter((name) => /^leads\[(add|update|status)\]\[\d+\]\[id\]$/.test(name));
  const ids = names.map((name) => String(body[name] ?? '')).filter((id) => /^\d{1,20}$/.test(id));
  return [...new Set(ids)].slice(0, MAX_DEALS);
}

const NO_TOKEN = 'Событие не принято: введите токен приложения из исходящего вебхука Битрикс24.';
const TOO_MANY = 'Часть событий не принята: их слишком много за минуту.';
const WRONG_TOKEN = 'Событие не принято: токен приложения не совпадает с введенным.';

/** Receives the events of CRMs. They are noted, and the deals are read by the job. */
export function createInbound({ db, clock, sealer }: { db: Db; clock: Clock; sealer: CrmSealer }) {
  const limits = createLimits(db, clock);

  const findByAddress = (secret: string) =>
    db
      .selectFrom('crm_connections')
      .selectAll()
      .where('inbound_hash', '=', hashSecret(secret))
      .executeTakeFirst();

  /** Битрикс24 sends the token of its outgoing webhook with each event. */
  function findRefusal(row: ConnectionRow, body: Readonly<Record<string, unknown>>): string | undefined {
    if (row.kind !== 'bitrix24') return undefined;
    const expected = row.application_token === null ? undefined : sealer.openText(row, row.application_token);
    if (expected === undefined) return NO_TOKEN;
    const sent = String(body['auth[application_token]'] ?? '');
    return timingSafeEqual(Buffer.from(hashSecret(sent)), Buffer.from(hashSecret(expected)))
      ? undefined
      : WRONG_TOKEN;
  }

  const note = (row: ConnectionRow, last_event: string, now: Date) =>
    connectionsRepo(db, row.organization_id).save(row.id, { last_event, last_event_at: now });

  async function findOwn({ organization_id, id }: ConnectionRow, deals: readonly string[]) {
    if (deals.length === 0) return [];
    const rows = await db
      .selectFrom('crm_deals')
      .select('deal_id')
      .where('organization_id', '=', organization_id)
      .where('connection_id', '=', id)
      .where('deal_id', 'in', deals)
      .execute();
    return rows.flatMap(({ deal_id }) => deal_id ?? []);
  }

  /** @throws ApiError 404 for an unknown address, and for an event without the token of the portal; 429 */
  return async function receive(secret: string, network: string, body: Readonly<Record<string, unknown>>) {
    await limits.admit({ limit: BY_NETWORK, key: network });
    const row = await findByAddress(secret);
    if (row === undefined) throw noSuchObject();
    const now = clock();
    const isNoted = row.last_event_at !== null && row.last_event_at > plusSeconds(now, -NOTE_AGAIN_S);
    const { full, retryAfter } = await limits.take({ limit: BY_CONNECTION, key: row.id });
    if (full) {
      if (!isNoted) await note(row, TOO_MANY, now);
      throw tooManyCalls(retryAfter);
    }
    const refusal = findRefusal(row, body);
    if (refusal !== undefined) {
      if (!isNoted) await note(row, refusal, now);
      throw noSuchObject();
    }
    const deals = dealsIn(row.kind, body);
    const own = row.is_on ? await findOwn(row, deals) : [];
    await readsRepo(db).request({ organization_id: row.organization_id, connection_id: row.id }, own, now);
    if (own.length > 0) await note(row, '', now);
    else if (!isNoted) await note(row, describeIgnored(row, deals), now);
    return {};
  };
}

/** Note about an event of a deal that is not ours. */
export const describeForeign = (deal: string) =>
  `Событие пропущено: к сделке ${deal} не относится ни один лид.`;

function describeIgnored({ is_on }: ConnectionRow, [deal]: readonly string[]): string {
  if (!is_on) return 'Событие пропущено: связь выключена.';
  return deal === undefined ? 'Событие пропущено: в нем нет сделки.' : describeForeign(deal);
}
