import {
  type EmailSender,
  MAIL_PORTS,
  type Senders,
  type SenderTest,
} from '@referral-dashboard/api-contract';
import { buildDiff } from '../../audit/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid, tooManyAttempts } from '../../platform/errors.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { addressToConnect, PrivateHost } from '../../platform/public-address.ts';
import type { Sealer } from '../../platform/sealed.ts';
import { findBrands } from '../brands.ts';
import { type EmailSettings, email } from '../channels/email.ts';
import { notifySenderChange } from '../security-messages.ts';
import { decryptPassword, type OrganizationMail, organizationMail } from './organization-mail.ts';
import {
  auditChange,
  type CheckOwner,
  type CheckPassword,
  lockSettings,
  removeSender,
  retryPendingDeliveries,
  sendTest,
  setByServer,
} from './sender-changes.ts';

const TEST_LIMIT = { name: 'mail-test', max: 10, seconds: 600 };

/** Fields whose values the journal shows. The user name is not shown, because it is often the address of a person. */
const VISIBLE_FIELDS = ['host', 'port', 'encryption'] as const;
/** Fields that determine where the password is sent. The saved password is not reused after a change. */
const DESTINATION_FIELDS = ['host', 'port', 'encryption', 'user_name'] as const;

const TITLE = 'Изменена почта организации';
const REMOVAL = {
  table: 'organization_mail',
  channel: 'email',
  action: 'organization.mail-remove',
  title: TITLE,
  text: 'Почта организации отключена.',
} as const;

export type MailSenderDeps = {
  db: Db;
  clock: Clock;
  sealer: Sealer;
  /** Address of the site, for the logo. */
  publicUrl: string | undefined;
  /** Mail server of the server's settings. It takes precedence. */
  serverEmail: EmailSettings | undefined;
  isPrivateAllowed: boolean;
  checkPassword: CheckPassword;
  checkOwner: CheckOwner;
};

const noMail = () => conflict('closed', 'Почта не настроена. Сначала сохраните настройки.');
const noAddress = () => conflict('closed', 'В вашем профиле нет почты. Укажите ее, и тест придет туда.');

const TEST = {
  title: 'Проверка почты',
  closingText: 'Почта организации работает.',
  timeoutProblem: 'Почтовый сервер не ответил вовремя. Проверьте адрес и порт.',
};

/** Reads, saves, removes and tests the mail servers of organizations. */
export function createMailSender({
  db,
  clock,
  sealer,
  publicUrl,
  serverEmail,
  isPrivateAllowed,
  checkPassword,
  checkOwner,
}: MailSenderDeps) {
  const limits = createLimits(db, clock);

  const savedMail = (trx: Db, organizationId: string): Promise<OrganizationMail | undefined> =>
    trx
      .selectFrom('organization_mail')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();

  async function get({ organizationId }: Staff): Promise<Senders['email']> {
    if (serverEmail !== undefined) {
      const { name, address } = serverEmail.from;
      return { ...NO_SENDER, source: 'server', from_address: address, from_name: name };
    }
    const row = await savedMail(db, organizationId);
    if (row === undefined) return { ...NO_SENDER, source: 'none' };
    return {
      source: 'organization',
      host: row.host,
      port: row.port,
      encryption: row.encryption,
      user: row.user_name,
      has_password: row.password !== null,
      is_unreadable: decryptPassword(sealer, row) === undefined,
      from_address: row.from_address,
      from_name: row.from_name,
    };
  }

  /** @throws ApiError 400 for a mail server with a private IP address. */
  async function checkHost(host: string) {
    await addressToConnect(host, isPrivateAllowed).catch((error: unknown) => {
      // A host name that has no address yet is accepted. The test message reports it.
      if (error instanceof PrivateHost)
        throw invalid({
          host: [
            'Сервер находится во внутренней сети. Такой адрес может разрешить только администратор сервера.',
          ],
        });
    });
  }

  /** Returns the encrypted password to save. @throws ApiError 400 when the user must type it. */
  function sealedPassword(
    row: Omit<OrganizationMail, 'password'>,
    password: string,
    previous?: OrganizationMail,
  ) {
    if (row.user_name === '') return null;
    if (password !== '') return sealer.seal(password, row.organization_id);
    const isSameDestination =
      previous !== undefined && DESTINATION_FIELDS.every((field) => previous[field] === row[field]);
    const savedPassword = isSameDestination ? decryptPassword(sealer, previous) : undefined;
    if (savedPassword === undefined || savedPassword === '')
      throw invalid({ smtp_password: ['Введите пароль: без него этот сервер не примет почту.'] });
    return previous?.password ?? null;
  }

  return {
    get,

    /**
     * Saves the mail server. The account password is required, because codes may use this server and a stolen access token must not be
     * enough to read them.
     *
     * @throws ApiError 400, 409, 429
     */
    async set(staff: Staff, holder: Principal, sender: EmailSender, network: string) {
      if (serverEmail !== undefined) throw setByServer('Почта задана');
      const { organizationId: organization_id } = staff;
      const { password, smtp_password = '', user: user_name, ...fields } = sender;
      await checkPassword(holder, password, network);
      await checkHost(fields.host);
      await db.transaction().execute(async (trx) => {
        await lockSettings(trx, checkOwner, staff, clock());
        const at = clock();
        const before = await savedMail(trx, organization_id);
        const row = { ...fields, organization_id, user_name, changed_at: at };
        const complete = { ...row, password: sealedPassword(row, smtp_password, before) };
        // Before the change, so that the notification uses the previous channels.
        const text = `Почта организации уходит через сервер ${fields.host}.`;
        await notifySenderChange(trx, staff, { title: TITLE, text }, at);
        await trx
          .insertInto('organization_mail')
          .values(complete)
          .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(complete))
          .execute();
        await retryPendingDeliveries(trx, { organizationId: organization_id, channel: 'email' }, at);
        const diff = buildDiff(before ?? {}, { ...fields, user_name }, VISIBLE_FIELDS);
        const changed =
          before === undefined ? diff.changed : diff.changed.filter((name) => isChanged(before, row, name));
        const secret = smtp_password === '' ? [] : ['smtp_password'];
        await auditChange(trx, staff, 'organization.mail', { ...diff, changed: [...changed, ...secret] }, at);
      });
    },

    /** Removes the mail server and its password. Waiting deliveries fail. */
    remove: (staff: Staff) => db.transaction().execute((trx) => removeSender(trx, staff, REMOVAL, clock)),

    /** Sends a test message to the caller's e-mail. @throws ApiError 409 without settings or an e-mail, 429 */
    async test({ organizationId, userId }: Staff): Promise<SenderTest> {
      const row = await savedMail(db, organizationId);
      const { email: to } = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      if (serverEmail === undefined && row === undefined) throw noMail();
      if (!to) throw noAddress();
      const state = await limits.take({ limit: TEST_LIMIT, key: organizationId });
      if (state.full) throw tooManyAttempts(state.retryAfter);
      const channel = serverEmail
        ? email(serverEmail)
        : row && organizationMail(row, sealer, isPrivateAllowed);
      if (channel === undefined) throw noMail();
      const brand = (await findBrands(db, [organizationId], publicUrl)).get(organizationId);
      return sendTest(channel, { ...TEST, to, brand }, clock());
    },
  };
}

const NO_SENDER = {
  host: '',
  port: MAIL_PORTS.tls,
  encryption: 'tls',
  user: '',
  has_password: false,
  is_unreadable: false,
  from_address: '',
  from_name: '',
} as const;

const isChanged = (before: object, after: object, name: string) =>
  (before as Record<string, unknown>)[name] !== (after as Record<string, unknown>)[name];
