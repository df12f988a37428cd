import { randomUUIDv7 } from 'node:crypto';
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryQuery,
  type WebhookPatch,
  type WebhookWithSecret,
} from '@referral-dashboard/api-contract';
import { buildDiff, createStaffAudit } from '../../audit/index.ts';
import { lockOrganization } from '../../organization/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { defined } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject, tooManyAttempts } from '../../platform/errors.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { OwnerProof } from '../owner-proof.ts';
import { deliveriesRepo } from './deliveries.repo.ts';
import { type Delivery, saveSent } from './delivery.ts';
import type { Secrets } from './secrets.ts';
import type { Sender } from './sender.ts';
import { insertTest } from './test-message.ts';
import { webhooksRepo } from './webhooks.repo.ts';
import { deliveryView, webhookView } from './webhooks.view.ts';

/** Seconds for which the previous secret signs, too. */
const ROTATION_S = 24 * 60 * 60;

const TEST_LIMIT = { name: 'webhook-test', max: 10, seconds: 600 };

const AUDITED_FIELDS = ['url', 'events', 'is_on'];

export type WebhooksServiceDeps = OwnerProof & {
  db: Db;
  clock: Clock;
  secrets: Secrets;
  sender: Sender;
  attempt: Delivery['attempt'];
};

/** The caller of a change that needs the password. */
type Caller = { holder: Principal; network: string };

export type WebhooksService = ReturnType<typeof createWebhooksService>;

/** Reads, changes and tests the webhooks of organizations, and sends events again. */
export function createWebhooksService({
  db,
  clock,
  secrets,
  sender,
  attempt,
  checkPassword,
  checkOwner,
}: WebhooksServiceDeps) {
  const addAuditEntry = createStaffAudit('organization', clock);
  const limits = createLimits(db, clock);

  /** Writes a change to the journal of the organization. */
  const journal = (trx: Db, staff: Staff, action: string, diff: Record<string, unknown>) =>
    addAuditEntry(trx, staff, `webhook-${action}`, staff.organizationId, diff);

  async function get(trx: Db, { organizationId }: Staff, id: string): Promise<Webhook> {
    const row = await webhooksRepo(trx, organizationId).find(id);
    if (row === undefined) throw noSuchObject();
    const now = clock();
    return webhookView(row, { now, isUnreadable: secrets.open(row, now).length === 0 });
  }

  async function lock(trx: Db, { organizationId }: Staff, id: string) {
    const row = await webhooksRepo(trx, organizationId).findLocked(id);
    if (row === undefined) throw noSuchObject();
    return row;
  }

  async function getDelivery(trx: Db, { organizationId }: Staff, id: string): Promise<WebhookDelivery> {
    const row = await webhooksRepo(trx, organizationId).findDelivery(id);
    if (row === undefined) throw noSuchObject();
    return deliveryView(row);
  }

  /** @throws ApiError 400 for a URL that events cannot be sent to. */
  async function checkUrl(url: string) {
    const problem = await sender.findProblem(url);
    if (problem !== undefined) throw invalid({ url: [problem] });
  }

  return {
    async list({ organizationId }: Staff): Promise<{ results: Webhook[] }> {
      const now = clock();
      const rows = await webhooksRepo(db, organizationId).list();
      return {
        results: rows.map((row) =>
          webhookView(row, { now, isUnreadable: secrets.open(row, now).length === 0 }),
        ),
      };
    },

    /** @throws ApiError 400 for a wrong password or a private URL, 409 for a new owner or too many webhooks */
    async create(
      staff: Staff,
      caller: Caller,
      { url, events, password }: NewWebhook,
    ): Promise<WebhookWithSecret> {
      await checkPassword(caller.holder, password, caller.network);
      await checkUrl(url);
      const { organizationId, userId } = staff;
      return db.transaction().execute(async (trx) => {
        await checkOwner(trx, { organizationId, userId, now: clock() });
        await lockOrganization(trx, organizationId);
        const repo = webhooksRepo(trx, organizationId);
        if ((await repo.count()) >= MAX_WEBHOOKS)
          throw conflict('closed', `Больше ${MAX_WEBHOOKS} вебхуков создать нельзя. Удалите лишние.`);
        const id = randomUUIDv7();
        const { secret, sealed } = secrets.issue({ organization_id: organizationId, id });
        await repo.insert({ id, url, events, secret: sealed, created_by: userId, created_at: clock() });
        await journal(trx, staff, 'create', { url, events });
        return { ...(await get(trx, staff, id)), secret };
      });
    },

    /**
     * Changes a webhook. The events in its queue become due.
     *
     * @throws ApiError 400 for a new URL that is private or comes with a wrong password, 404, 409 for a new URL from a new owner
     */
    async update(
      staff: Staff,
      caller: Caller,
      id: string,
      { password = '', ...patch }: WebhookPatch,
    ): Promise<Webhook> {
      if (patch.url !== undefined) {
        await checkPassword(caller.holder, password, caller.network);
        await checkUrl(patch.url);
      }
      return db.transaction().execute(async (trx) => {
        const { organizationId, userId } = staff;
        if (patch.url !== undefined) await checkOwner(trx, { organizationId, userId, now: clock() });
        const before = await lock(trx, staff, id);
        const repo = webhooksRepo(trx, staff.organizationId);
        const change = defined(patch);
        if (Object.keys(change).length === 0) return get(trx, staff, id);
        const isMoved = change.url !== undefined && change.url !== before.url;
        await repo.update(id, { ...change, ...(isMoved && { failing_since: null, notified_at: null }) });
        if (isMoved || (change.is_on === true && !before.is_on)) await repo.hurry(id, clock());
        await journal(trx, staff, 'update', buildDiff(before, change, AUDITED_FIELDS));
        return get(trx, staff, id);
      });
    },

    /** Deletes a webhook with its queue and its log. @throws ApiError 404 */
    remove: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        const url = await webhooksRepo(trx, staff.organizationId).remove(id);
        if (url === undefined) throw noSuchObject();
        await journal(trx, staff, 'remove', { url });
      }),

    /** Issues a new secret. The previous one signs, too, for a day. @throws ApiError 404 */
    rotate: (staff: Staff, id: string): Promise<WebhookWithSecret> =>
      db.transaction().execute(async (trx) => {
        const { secret: previous_secret, url } = await lock(trx, staff, id);
        const { organizationId: organization_id } = staff;
        const { secret, sealed } = secrets.issue({ organization_id, id });
        const repo = webhooksRepo(trx, organization_id);
        const previous_until = plusSeconds(clock(), ROTATION_S);
        await repo.update(id, { secret: sealed, previous_secret, previous_until });
        await repo.hurry(id, clock());
        await journal(trx, staff, 'rotate', { url });
        return { ...(await get(trx, staff, id)), secret };
      }),

    /** Sends a test message and waits for its result. @throws ApiError 404, 429 */
    async test(staff: Staff, id: string): Promise<WebhookDelivery> {
      const state = await limits.take({ limit: TEST_LIMIT, key: staff.organizationId });
      if (state.full) throw tooManyAttempts(state.retryAfter);
      const delivery = await db.transaction().execute(async (trx) => {
        const webhook = await lock(trx, staff, id);
        await journal(trx, staff, 'test', { url: webhook.url });
        return insertTest(trx, webhook, clock());
      });
      const result = await attempt(delivery);
      if (result.problem === '') await saveSent(db, delivery, result);
      else await deliveriesRepo(db).finish(delivery, 'failed', result);
      return getDelivery(db, staff, delivery.id);
    },

    /** @throws ApiError 404 for an unknown webhook */
    async log(staff: Staff, id: string, query: WebhookDeliveryQuery) {
      await get(db, staff, id);
      const page = await webhooksRepo(db, staff.organizationId).log(id, query);
      return { ...page, results: page.results.map(deliveryView) };
    },

    /** Sends an event again, with its former id. @throws ApiError 404, 409 for an event in the queue or a webhook that is off */
    resend: (staff: Staff, id: string): Promise<WebhookDelivery> =>
      db.transaction().execute(async (trx) => {
        const repo = webhooksRepo(trx, staff.organizationId);
        const delivery = await repo.findLockedDelivery(id);
        if (delivery === undefined) throw noSuchObject();
        if (delivery.status === 'waiting' || delivery.status === 'taken')
          throw conflict('invalid_transition', 'Событие уже в очереди. Обновите страницу.');
        const { is_on, url } = await get(trx, staff, delivery.webhook_id);
        if (!is_on) throw conflict('closed', 'Вебхук выключен. Включите его и повторите.');
        await repo.resend(id, clock());
        await journal(trx, staff, 'resend', { url });
        return getDelivery(trx, staff, id);
      }),
  };
}
