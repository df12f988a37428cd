import { randomUUIDv7 } from 'node:crypto';
import type { MessageChannel, SenderTest } from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import { lockOrganization } from '../../organization/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { pause } from '../../platform/pause.ts';
import type { Brand, Channel } from '../channels/channel.ts';
import { notifySenderChange } from '../security-messages.ts';

/** Timeout of a test message, in milliseconds. Short, because the user waits for the result. */
const TEST_MS = 12_000;

/** Checks the account password for a change that must not be possible with a stolen access token. @throws ApiError 400, 429 */
export type CheckPassword = (holder: Principal, password: string, network: string) => Promise<void>;

/** Error 409: the settings of the server take precedence. @param subject start of the sentence: «Почта задана» */
export const setByServer = (subject: string) =>
  conflict('closed', `${subject} в настройках сервера. Изменить настройки может администратор сервера.`);

/** Refuses an owner of less than a day. @throws ApiError 409 `new_owner` */
export type CheckOwner = (
  trx: Db,
  owner: { organizationId: string; userId: string; now: Date },
) => Promise<void>;

/** Checks that an owner may change the mail server or the bot, and locks the organization. @throws ApiError 409 `new_owner` */
export async function lockSettings(
  trx: Db,
  checkOwner: CheckOwner,
  { organizationId, userId }: Staff,
  now: Date,
) {
  await checkOwner(trx, { userId, organizationId, now });
  await lockOrganization(trx, organizationId);
}

/** Organization and channel whose waiting deliveries are changed. */
export type WaitingDeliveries = { organizationId: string; channel: MessageChannel };

/** Makes waiting deliveries due at once when an attempt failed with the previous settings. */
export async function retryPendingDeliveries(
  trx: Db,
  { organizationId, channel }: WaitingDeliveries,
  at: Date,
) {
  await trx
    .updateTable('deliveries')
    .set({ due_at: at })
    .where('sender_id', '=', organizationId)
    .where('channel', '=', channel)
    .where('status', '=', 'waiting')
    .where('problem', '<>', '')
    .execute();
}

type RemovedSender = {
  table: 'organization_mail' | 'organization_telegram';
  channel: MessageChannel;
  action: 'organization.mail-remove' | 'organization.telegram-remove';
  /** Title of the notification. */
  title: string;
  /** Text of the notification, and the problem of the pending deliveries. */
  text: string;
};

/** Removes the settings of a channel with their secret. Pending deliveries fail. */
export async function removeSender(
  trx: Db,
  staff: Staff,
  { table, channel, action, title, text }: RemovedSender,
  clock: Clock,
) {
  const { organizationId } = staff;
  const removed = await trx
    .deleteFrom(table)
    .where('organization_id', '=', organizationId)
    .returning('organization_id')
    .executeTakeFirst();
  if (removed === undefined) return;
  const at = clock();
  await failPendingDeliveries(trx, { organizationId, channel }, text);
  await notifySenderChange(trx, staff, { title, text }, at);
  await auditChange(trx, staff, action, {}, at);
}

/** Marks the pending deliveries of replaced or removed settings as failed. */
export async function failPendingDeliveries(
  trx: Db,
  { organizationId, channel }: WaitingDeliveries,
  problem: string,
) {
  await trx
    .updateTable('deliveries')
    .set({ status: 'failed', problem, lease: null, leased_until: null })
    .where('sender_id', '=', organizationId)
    .where('channel', '=', channel)
    .where('status', 'in', ['waiting', 'taken', 'handed'])
    .execute();
}

/** Writes a change of the settings to the audit. */
export const auditChange = (
  trx: Db,
  { organizationId, userId, requestId }: Staff,
  action: string,
  diff: object,
  at: Date,
) =>
  audit(trx, {
    ...{ organizationId, requestId, action, at, actorId: userId },
    ...{ kind: 'organization', objectId: organizationId },
    diff: { ...diff },
  });

export type TestMessage = {
  to: string;
  /** Title: «Проверка почты» */
  title: string;
  /** Closing sentence of the test message: «Почта организации работает.» */
  closingText: string;
  /** Problem for a channel that does not respond in time. */
  timeoutProblem: string;
  brand?: Brand | undefined;
};

/** Sends a test message and closes the channel. Takes at most 12 s. */
export async function sendTest(
  channel: Channel,
  { to, title, closingText, timeoutProblem, brand }: TestMessage,
  at: Date,
): Promise<SenderTest> {
  const sentAt = at.toISOString().slice(0, 16).replace('T', ' ');
  const text = `Это тестовое сообщение. Отправлено ${sentAt} UTC. ${closingText}`;
  const finished = new AbortController();
  const timeout = pause(TEST_MS, finished.signal).then(
    () => ({ kind: 'down', problem: timeoutProblem }) as const,
  );
  try {
    const attempt = channel.send({ id: randomUUIDv7(), to, title, text, url: null, brand });
    const outcome = await Promise.race([attempt, timeout]);
    if (outcome.kind === 'sent') return { is_sent: true, problem: '' };
    return { is_sent: false, problem: outcome.kind === 'slow' ? timeoutProblem : outcome.problem };
  } finally {
    finished.abort();
    channel.close?.();
  }
}
