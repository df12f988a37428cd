import {
  type Delivery,
  type DeliveryQuery,
  type DeliveryStatus,
  maskedPhone,
} from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import { audit } from '../audit/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { readPage } from '../platform/db/lists/page.ts';
import { conflict, noSuchObject } from '../platform/errors.ts';
import type { Staff } from '../platform/http/viewer.ts';
import { channelsReady } from './ready-channels.ts';

const KEYS = { created_at: { column: sql`d.created_at`, kind: 'time' } } as const;

const STATUSES: Record<DeliveryStatus, readonly ('waiting' | 'taken' | 'handed' | 'sent' | 'failed')[]> = {
  waiting: ['waiting', 'taken', 'handed'],
  sent: ['sent'],
  failed: ['failed'],
};

const maskedEmail = (email: string) => email.replace(/^(.).*@/, '$1***@');
const masked = (address: string) =>
  address.includes('@') ? maskedEmail(address) : address.startsWith('+7') ? maskedPhone(address) : '';

/** Lists and resends the deliveries of an organization. In a rehearsal nothing is sent and every text is visible. */
export function createOutbox(db: Db, clock: Clock) {
  /** In a rehearsal it includes messages between users and the server, which are visible nowhere else. */
  const visible = (trx: Db, { organizationId }: Staff) =>
    trx
      .selectFrom('deliveries as d')
      .innerJoin('messages as m', 'm.id', 'd.message_id')
      .leftJoin('users as u', 'u.id', 'd.user_id')
      .leftJoin('message_channels as c', (on) =>
        on.onRef('c.channel', '=', 'd.channel').on('d.sender_id', 'is', null),
      )
      .where(
        sql<SqlBool>`(d.organization_id = ${organizationId} or (d.organization_id is null and c.is_rehearsal))`,
      )
      .select([
        'd.id',
        'd.channel',
        'd.address',
        'd.status',
        'd.problem',
        'd.attempts',
        'd.due_at',
        'd.sent_at',
      ])
      .select(['d.created_at', 'm.event', 'm.title', 'm.body', 'm.is_secret', 'c.is_rehearsal'])
      .select(['u.last_name', 'u.first_name']);

  type Row = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;
  const view = ({ status, body, is_secret, is_rehearsal, last_name, first_name, ...row }: Row): Delivery => ({
    ...row,
    address: is_rehearsal ? row.address : masked(row.address),
    to: [last_name, first_name].filter(Boolean).join(' '),
    text: is_secret && !is_rehearsal ? '' : body,
    status: status === 'sent' || status === 'failed' ? status : 'waiting',
    due_at: row.due_at.toISOString(),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  });

  return {
    async list(staff: Staff, { status, channel, ...request }: DeliveryQuery) {
      const deliveries = visible(db, staff)
        .$if(status !== undefined, (query) =>
          query.where(
            'd.status',
            'in',
            (status ?? []).flatMap((value) => STATUSES[value]),
          ),
        )
        .$if(channel !== undefined, (query) => query.where('d.channel', 'in', channel ?? []));
      const page = await readPage(deliveries, KEYS, sql`d.id`, request);
      const rehearsal = await db
        .selectFrom('message_channels')
        .select('channel')
        .where('is_rehearsal', '=', true)
        .limit(1)
        .executeTakeFirst();
      return { ...page, results: page.results.map(view), is_rehearsal: rehearsal !== undefined };
    },

    /** Sends a failed delivery again. @throws ApiError 404, or 409 when it did not fail, has expired, or its channel is not available. */
    resend: (staff: Staff, id: string) =>
      db.transaction().execute(async (trx) => {
        const { organizationId, userId, requestId } = staff;
        const row = await trx
          .selectFrom('deliveries as d')
          .innerJoin('messages as m', 'm.id', 'd.message_id')
          .select(['d.status', 'd.channel', 'd.user_id', 'd.address', 'd.expires_at', 'm.body'])
          .where('d.id', '=', id)
          .where('d.organization_id', '=', organizationId)
          .forUpdate('d')
          .executeTakeFirst();
        if (row === undefined) throw noSuchObject();
        const at = clock();
        if (row.status !== 'failed')
          throw conflict(
            'invalid_transition',
            'Повторить можно только то, что не доставлено. Обновите страницу.',
          );
        if (row.expires_at !== null && row.expires_at <= at)
          throw conflict('closed', 'Срок этого сообщения истек: код из него уже не подойдет.');
        if (row.body === '')
          throw conflict(
            'closed',
            'Секретный текст этого сообщения уже удален. Создайте ссылку или код заново.',
          );
        const ready = await channelsReady(trx, organizationId);
        const sender = ready.find(({ channel }) => channel === row.channel);
        if (sender === undefined)
          throw conflict('closed', 'Этот канал больше не подключен. Настройте его и повторите.');
        if (sender.bot_id !== null && !(await isLinked(trx, row, sender.bot_id)))
          throw conflict('closed', 'Получатель не подключил бота, который сейчас отправляет сообщения.');
        await trx
          .updateTable('deliveries')
          .set({ sender_id: sender.sender_id, status: 'waiting', attempts: 0, due_at: at, problem: '' })
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .execute();
        await audit(trx, {
          organizationId,
          requestId,
          at,
          actorId: userId,
          action: 'message.resend',
          kind: 'message',
          objectId: id,
          diff: { from: 'failed', to: 'waiting' },
        });
        return view(await visible(trx, staff).where('d.id', '=', id).executeTakeFirstOrThrow());
      }),
  };
}

/** Returns whether the chat of a delivery is linked with a bot. */
async function isLinked(trx: Db, row: { user_id: string | null; address: string }, botId: string) {
  const chat = await trx
    .selectFrom('telegram_chats')
    .select('chat_id')
    .where('user_id', '=', row.user_id)
    .where('bot_id', '=', botId)
    .where('chat_id', '=', row.address)
    .executeTakeFirst();
  return chat !== undefined;
}

export type Outbox = ReturnType<typeof createOutbox>;
