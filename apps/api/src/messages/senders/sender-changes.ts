import { randomUUIDv7 } from 'node:crypto';
import type { MessageChannel, SenderTest } from '@referral-dashboard/api-contract';
import { audit } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { Channel } from '../channels/channel.ts';
import { pause } from '../pause.ts';

/** Time for a test message, in milliseconds: a person waits for it. */
const TEST_MS = 12_000;

/** The password of an account, for a change that a stolen access token must not be enough for. */
export type CheckPassword = (holder: Principal, password: string, network: string) => Promise<void>;

/** @param what «Почта задана» */
export const setByServer = (what: string) =>
  conflict('closed', `${what} в настройках сервера. Изменить настройки может администратор сервера.`);

/** Refuses an owner of less than a day. @throws ApiError 409 `new_owner` */
export type CheckOwner = (
  trx: Db,
  owner: { organizationId: string; userId: string; now: Date },
) => Promise<void>;

/** Checks that an owner may change how messages leave, and locks the organization. @throws ApiError 409 `new_owner` */
export async function lockSettings(
  trx: Db,
  checkOwner: CheckOwner,
  { organizationId, userId }: Staff,
  now: Date,
) {
  await checkOwner(trx, { userId, organizationId, now });
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** Deliveries that wait for a channel of an organization. */
export type Waiting = { organizationId: string; channel: MessageChannel };

/** Tries at once with the new settings what failed with the former ones. */
export async function retryWaiting(trx: Db, { organizationId, channel }: Waiting, at: Date) {
  await trx
    .updateTable('deliveries')
    .set({ due_at: at })
    .where('sender_id', '=', organizationId)
    .where('channel', '=', channel)
    .where('status', '=', 'waiting')
    .where('problem', '<>', '')
    .execute();
}

/** Gives up what waits for settings that are no longer there. */
export async function giveUpWaiting(trx: Db, { organizationId, channel }: Waiting, problem: string) {
  await trx
    .updateTable('deliveries')
    .set({ status: 'failed', problem, lease: null, leased_until: null })
    .where('sender_id', '=', organizationId)
    .where('channel', '=', channel)
    .where('status', 'in', ['waiting', 'taken', 'handed'])
    .execute();
}

export const noteChange = (
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
  /** «Проверка почты» */
  title: string;
  /** «Почта организации работает.» */
  works: string;
  /** Problem of a channel that does not answer in time. */
  late: string;
};

/** Sends a test message and closes the channel. */
export async function sendTest(
  channel: Channel,
  { to, title, works, late }: TestMessage,
  at: Date,
): Promise<SenderTest> {
  const sentAt = at.toISOString().slice(0, 16).replace('T', ' ');
  const text = `Это тестовое сообщение. Отправлено ${sentAt} UTC. ${works}`;
  const ended = new AbortController();
  const tooLate = pause(TEST_MS, ended.signal).then(() => ({ kind: 'down', problem: late }) as const);
  try {
    const sending = channel.send({ id: randomUUIDv7(), to, title, text, url: null });
    const outcome = await Promise.race([sending, tooLate]);
    if (outcome.kind === 'sent') return { is_sent: true, problem: '' };
    return { is_sent: false, problem: outcome.kind === 'slow' ? late : outcome.problem };
  } finally {
    ended.abort();
    channel.close?.();
  }
}
