import { randomUUIDv7 } from 'node:crypto';
import type { EmailSender, Senders, SenderTest } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { audit, diffOf } from '../../../domain/audit.ts';
import { isOnlyOrganization } from '../../../domain/messages/ready-channels.ts';
import { tellOfMail } from '../../../domain/messages/security.ts';
import { checkNewOwner } from '../../../domain/reach.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, invalid, tooManyAttempts } from '../../../platform/errors.ts';
import { createLimits } from '../../../platform/http/limits.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import type { Sealer } from '../../../platform/sealed.ts';
import type { Channel } from '../channels/channel.ts';
import { type EmailSettings, email } from '../channels/email.ts';
import { addressToConnect, PrivateHost } from '../channels/public-address.ts';
import { pause } from '../pause.ts';
import { type OrganizationMail, organizationMail, passwordOf } from './organization-mail.ts';

/** Time for a test message, in milliseconds: a person waits for it. */
const TEST_MS = 12_000;
const TESTS = { name: 'mail-test', max: 10, seconds: 600 };

/** Fields that the journal shows. The user name is often a person's address. */
const SHOWN = ['host', 'port', 'encryption'] as const;
/** Fields whose change sends the saved password to another place. */
const PLACE = ['host', 'port', 'encryption', 'user_name'] as const;

const REMOVED = 'Почта организации отключена.';

export type SendersParts = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  /** Mail server of the server's settings; it wins. */
  serverEmail: EmailSettings | undefined;
  isPrivateAllowed: boolean;
  checkPassword: (holder: Principal, password: string, network: string) => Promise<void>;
};

const byServer = () =>
  conflict('closed', 'Почта задана в настройках сервера. Изменить ее может администратор сервера.');
const noMail = () => conflict('closed', 'Почта не настроена. Сначала сохраните настройки.');
const noAddress = () => conflict('closed', 'В вашем профиле нет почты. Укажите ее, и тест придет туда.');

const testMessage = (to: string, at: Date) => ({
  id: randomUUIDv7(),
  to,
  title: 'Проверка почты',
  text: `Это тестовое сообщение. Отправлено ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC. Почта организации работает.`,
  url: null,
});

/** Mail servers of organizations. */
export function createSenders({
  db,
  clock,
  sealer,
  serverEmail,
  isPrivateAllowed,
  checkPassword,
}: SendersParts) {
  const limits = createLimits(db, clock);

  const saved = (trx: Db, organizationId: string): Promise<OrganizationMail | undefined> =>
    trx
      .selectFrom('organization_mail')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();

  async function get({ organizationId, userId }: Staff): Promise<Senders> {
    const row = await saved(db, organizationId);
    const { email: test_address, is_only } = await db
      .selectFrom('users as u')
      .select(['u.email', isOnlyOrganization(sql`u.organization_id`).as('is_only')])
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow();
    const { name = '', address = '' } = serverEmail?.from ?? {};
    const ofServer = serverEmail && { ...NOTHING, from_address: address, from_name: name };
    return {
      test_address: test_address ?? '',
      carries_codes: is_only === true,
      email: ofServer
        ? { source: 'server', ...ofServer }
        : row === undefined
          ? { source: 'none', ...NOTHING }
          : {
              source: 'organization',
              host: row.host,
              port: row.port,
              encryption: row.encryption,
              user: row.user_name,
              has_password: row.password !== null,
              is_unreadable: passwordOf(sealer, row) === undefined,
              from_address: row.from_address,
              from_name: row.from_name,
            },
    };
  }

  /** @throws ApiError 400 for a mail server inside the network of this server. */
  async function checkHost(host: string) {
    await addressToConnect(host, isPrivateAllowed).catch((error: unknown) => {
      // A name that has no address now may have one later; the test message reports it.
      if (error instanceof PrivateHost)
        throw invalid({
          host: [
            'Сервер находится во внутренней сети. Такой адрес может разрешить только администратор сервера.',
          ],
        });
    });
  }

  /** Password to save, sealed. @throws ApiError 400 where it has to be typed. */
  function sealedPassword(
    given: Omit<OrganizationMail, 'password'>,
    typed: string,
    before?: OrganizationMail,
  ) {
    if (given.user_name === '') return null;
    if (typed !== '') return sealer.seal(typed, given.organization_id);
    const isSamePlace = before !== undefined && PLACE.every((field) => before[field] === given[field]);
    const kept = isSamePlace ? passwordOf(sealer, before) : undefined;
    if (kept === undefined || kept === '')
      throw invalid({ smtp_password: ['Введите пароль: без него этот сервер не примет почту.'] });
    return before?.password ?? null;
  }

  const note = (trx: Db, { organizationId, userId, requestId }: Staff, action: string, diff: object) =>
    audit(trx, {
      organizationId,
      actorId: userId,
      requestId,
      action,
      at: clock(),
      kind: 'organization',
      objectId: organizationId,
      diff: { ...diff },
    });

  return {
    get,

    /**
     * Saves the mail server. The password of the account is required: codes may go by this server, and a stolen access token must not be
     * enough to read them.
     *
     * @throws ApiError 400, 409, 429
     */
    async set(staff: Staff, holder: Principal, given: EmailSender, network: string): Promise<Senders> {
      if (serverEmail !== undefined) throw byServer();
      const { organizationId: organization_id, userId } = staff;
      const { password, smtp_password = '', user: user_name, ...fields } = given;
      await checkPassword(holder, password, network);
      await checkHost(fields.host);
      await db.transaction().execute(async (trx) => {
        const at = clock();
        await checkNewOwner(trx, { userId, organizationId: organization_id, now: at });
        await trx
          .selectFrom('organizations')
          .select('id')
          .where('id', '=', organization_id)
          .forNoKeyUpdate()
          .execute();
        const before = await saved(trx, organization_id);
        const row = { ...fields, organization_id, user_name, changed_at: at };
        const complete = { ...row, password: sealedPassword(row, smtp_password, before) };
        // Before the change: by the channels as they were.
        await tellOfMail(trx, organization_id, `Почта организации уходит через сервер ${fields.host}.`, at);
        await trx
          .insertInto('organization_mail')
          .values(complete)
          .onConflict((clash) => clash.column('organization_id').doUpdateSet(complete))
          .execute();
        // What failed with the former settings is tried with these.
        await trx
          .updateTable('deliveries')
          .set({ due_at: at })
          .where('sender_id', '=', organization_id)
          .where('status', '=', 'waiting')
          .where('problem', '<>', '')
          .execute();
        const diff = diffOf(before ?? {}, { ...fields, user_name }, SHOWN);
        const changed =
          before === undefined ? diff.changed : diff.changed.filter((name) => isChanged(before, row, name));
        await note(trx, staff, 'organization.mail', {
          ...diff,
          changed: [...changed, ...(smtp_password === '' ? [] : ['smtp_password'])],
        });
      });
      return get(staff);
    },

    /** Removes the mail server with its password. What waits for it is given up. */
    remove: (staff: Staff) =>
      db.transaction().execute(async (trx) => {
        const { organizationId } = staff;
        const removed = await trx
          .deleteFrom('organization_mail')
          .where('organization_id', '=', organizationId)
          .returning('organization_id')
          .executeTakeFirst();
        if (removed === undefined) return;
        await trx
          .updateTable('deliveries')
          .set({ status: 'failed', problem: REMOVED, lease: null, leased_until: null })
          .where('sender_id', '=', organizationId)
          .where('status', 'in', ['waiting', 'taken', 'handed'])
          .execute();
        await tellOfMail(trx, organizationId, 'Почта организации отключена.', clock());
        await note(trx, staff, 'organization.mail-remove', {});
      }),

    /** Sends a message to the caller's e-mail. @throws ApiError 409 without settings or an e-mail, 429 */
    async test({ organizationId, userId }: Staff): Promise<SenderTest> {
      const row = await saved(db, organizationId);
      const { email: to } = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      if (serverEmail === undefined && row === undefined) throw noMail();
      if (!to) throw noAddress();
      const state = await limits.take({ limit: TESTS, key: organizationId });
      if (state.full) throw tooManyAttempts(state.retryAfter);
      const channel = serverEmail
        ? email(serverEmail)
        : row && organizationMail(row, sealer, isPrivateAllowed);
      if (channel === undefined) throw noMail();
      return sendTest(channel, to, clock());
    },
  };
}

export type SendersService = ReturnType<typeof createSenders>;

async function sendTest(channel: Channel, to: string, at: Date): Promise<SenderTest> {
  const ended = new AbortController();
  const late = pause(TEST_MS, ended.signal).then(() => TOO_LATE);
  try {
    const outcome = await Promise.race([channel.send(testMessage(to, at)), late]);
    return outcome.kind === 'sent'
      ? { is_sent: true, problem: '' }
      : { is_sent: false, problem: outcome.kind === 'slow' ? TOO_LATE.problem : outcome.problem };
  } finally {
    ended.abort();
    channel.close?.();
  }
}

const TOO_LATE = {
  kind: 'down',
  problem: 'Почтовый сервер не ответил вовремя. Проверьте адрес и порт.',
} as const;

const NOTHING = {
  host: '',
  port: 465,
  encryption: 'tls',
  user: '',
  has_password: false,
  is_unreadable: false,
  from_address: '',
  from_name: '',
} as const;

const isChanged = (before: object, after: object, name: string) =>
  (before as Record<string, unknown>)[name] !== (after as Record<string, unknown>)[name];
