import type { Senders, SenderTest, TelegramSender } from '@referral-dashboard/api-contract';
import { buildDiff } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, tooManyAttempts } from '../../platform/errors.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { Sealer } from '../../platform/sealed.ts';
import { telegram } from '../channels/telegram.ts';
import { createTelegramApi, TelegramError } from '../channels/telegram-api.ts';
import { notifySenderChange } from '../security-messages.ts';
import { type Bot, botsOfUser, toBot } from '../telegram/bots.ts';
import { telegramUnavailable } from '../telegram/links.ts';
import { decryptToken, type OrganizationTelegram, organizationTelegram } from './organization-telegram.ts';
import {
  auditChange,
  type CheckOwner,
  type CheckPassword,
  failPendingDeliveries,
  lockSettings,
  removeSender,
  retryPendingDeliveries,
  sendTest,
  setByServer,
} from './sender-changes.ts';

/** Rate limit of requests to Telegram by an organization. */
const CALL_LIMIT = { name: 'telegram-test', max: 10, seconds: 600 };

const TITLE = 'Изменен Telegram организации';
const REMOVAL = {
  table: 'organization_telegram',
  channel: 'telegram',
  action: 'organization.telegram-remove',
  title: TITLE,
  text: 'Telegram организации отключен.',
} as const;
const REPLACED = 'Бот организации заменен. Получатель должен подключить нового.';

const TEST = {
  title: 'Проверка Telegram',
  closingText: 'Бот организации работает.',
  timeoutProblem: 'Telegram не ответил вовремя. Повторите позже.',
};

export type TelegramSenderDeps = {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  sealer: Sealer;
  /** Bot of the server's settings. It takes precedence. */
  serverBot: Bot | undefined;
  checkPassword: CheckPassword;
  checkOwner: CheckOwner;
};

const noTelegram = () => conflict('closed', 'Бот не настроен. Сначала сохраните его токен.');
const noChat = () => conflict('closed', 'Сначала подключите свой Telegram к этому боту, и тест придет туда.');

/** Reads, saves, removes and tests the Telegram bots of organizations. */
export function createTelegramSender({
  db,
  clock,
  fetch,
  sealer,
  serverBot,
  checkPassword,
  checkOwner,
}: TelegramSenderDeps) {
  const limits = createLimits(db, clock);

  const savedBot = (trx: Db, organizationId: string): Promise<OrganizationTelegram | undefined> =>
    trx
      .selectFrom('organization_telegram')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();

  async function get({ organizationId, userId }: Staff): Promise<Senders['telegram']> {
    const row = serverBot === undefined ? await savedBot(db, organizationId) : undefined;
    const id = serverBot?.id ?? row?.bot_id;
    const bot = (await botsOfUser(db, userId)).find((candidate) => candidate.id === id);
    return {
      source: serverBot !== undefined ? 'server' : row === undefined ? 'none' : 'organization',
      bot_id: id ?? '',
      bot: row?.bot_name ?? bot?.name ?? '',
      is_unreadable: row !== undefined && decryptToken(sealer, row) === undefined,
      link: bot?.link ?? 'none',
    };
  }

  async function countCall(organizationId: string) {
    const state = await limits.take({ limit: CALL_LIMIT, key: organizationId });
    if (state.full) throw tooManyAttempts(state.retryAfter);
  }

  /** Requests the user name of a bot. @throws ApiError 400 for an invalid token, 409 when Telegram does not respond */
  async function findBotName(token: string): Promise<string> {
    try {
      return await createTelegramApi(token, fetch).name();
    } catch (error) {
      if (!(error instanceof TelegramError)) throw error;
      if (error.status !== 401 && error.status !== 404) throw telegramUnavailable();
      throw invalid({
        bot_token: ['Токен не подходит: Telegram его не знает. Скопируйте его еще раз.'],
      });
    }
  }

  return {
    get,

    /**
     * Saves the bot. The account password is required, as for a mail server. Users must link their chats with a new bot again, so deliveries
     * that wait for the previous bot fail.
     *
     * @throws ApiError 400, 409, 429
     */
    async set(staff: Staff, holder: Principal, sender: TelegramSender, network: string) {
      if (serverBot !== undefined) throw setByServer('Бот задан');
      const { organizationId } = staff;
      const { bot_token, password } = sender;
      await checkPassword(holder, password, network);
      await countCall(organizationId);
      const bot_name = await findBotName(bot_token);
      await db.transaction().execute(async (trx) => {
        await lockSettings(trx, checkOwner, staff, clock());
        const at = clock();
        const before = await savedBot(trx, organizationId);
        const bot_id = toBot(bot_token, false).id;
        const token = sealer.seal(bot_token, organizationId);
        const row = { organization_id: organizationId, bot_id, bot_name, token, changed_at: at };
        // Before the change, so that the notification uses the previous channels.
        const text = `Уведомления организации в Telegram отправляет бот @${bot_name}.`;
        await notifySenderChange(trx, staff, { title: TITLE, text }, at);
        await trx
          .insertInto('organization_telegram')
          .values(row)
          .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
          .execute();
        const target = { organizationId, channel: 'telegram' } as const;
        if (before === undefined || before.bot_id === bot_id) await retryPendingDeliveries(trx, target, at);
        else await failPendingDeliveries(trx, target, REPLACED);
        const changed = { ...(before?.bot_name !== bot_name && { bot_name }), bot_token: '' };
        await auditChange(
          trx,
          staff,
          'organization.telegram',
          buildDiff(before ?? {}, changed, ['bot_name']),
          at,
        );
      });
    },

    /** Removes the bot and its token. Waiting deliveries fail. */
    remove: (staff: Staff) => db.transaction().execute((trx) => removeSender(trx, staff, REMOVAL, clock)),

    /** Sends a test message to the caller's chat. @throws ApiError 409 without a bot or a chat, 429 */
    async test({ organizationId, userId }: Staff): Promise<SenderTest> {
      const row = serverBot === undefined ? await savedBot(db, organizationId) : undefined;
      const channel = serverBot
        ? telegram(createTelegramApi(serverBot.token, fetch), serverBot.id)
        : row && organizationTelegram(row, sealer, fetch);
      if (channel === undefined) throw noTelegram();
      const chat = await db
        .selectFrom('telegram_chats')
        .select('chat_id')
        .where('user_id', '=', userId)
        .where('bot_id', '=', channel.botId ?? '')
        .executeTakeFirst();
      if (chat === undefined) throw noChat();
      await countCall(organizationId);
      return sendTest(channel, { ...TEST, to: chat.chat_id }, clock());
    },
  };
}
