import type { AddressInfo } from 'node:net';
import type { Person } from '@referral-dashboard/api-contract';
import { buildApp } from './app.ts';
// Adds the types of the tables for programs that compile only this module.
import type {} from './database/schema.ts';
import { DEMO_PEOPLE } from './demo/people.ts';
import { welcomeDemo } from './demo/welcome.ts';
import type { NewPerson } from './people/accounts/people.ts';
import type { RefreshEvent } from './people/sessions/sessions.ts';
import { reusedDatabase } from './testing/databases.ts';
import { emptyTables } from './testing/empty.ts';
import { type TestServerOptions, testSettings } from './testing/options.ts';

export type { NewPerson } from './people/accounts/people.ts';
export type { RefreshEvent, RefreshOutcome } from './people/sessions/sessions.ts';
export { DEMO_PEOPLE, type TestServerOptions };

/** Noon in Moscow, so that a test that moves the clock by hours stays within the day. */
const getNoon = () => new Date().setUTCHours(9, 0, 0, 0);

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/**
 * Starts the complete server on a port of 127.0.0.1, with its own database and clock.
 *
 *     const server = await startTestServer({ refreshGrace: 0, dashboardDir });
 *     server.advance(301);                                   // access tokens have expired
 *     await server.stop();
 */
export async function startTestServer(options: TestServerOptions = {}) {
  const database = options.database ?? (await reusedDatabase());
  const started = options.frozenClock ? getNoon() : Date.now();
  let offsetMs = 0;
  const time = () => (options.frozenClock ? started : Date.now());
  const now = () => new Date(time() + offsetMs);
  const refreshes: RefreshEvent[] = [];
  const build = () =>
    buildApp({
      db: database.db,
      clock: now,
      fetch: options.fetch ?? fetch,
      settings: testSettings(options),
      onRefresh: (event) => refreshes.push(event),
      ...(options.disk && { disk: options.disk }),
      ...(options.phoneProof && { phoneProof: options.phoneProof }),
      ...(options.events && { events: options.events }),
      watch: options.watch,
      resolveHost: options.resolveHost,
      isEmbedded: true,
      passwordStrength: options.commonPasswords ? undefined : async () => 4,
    });

  let { app, accounts, messages, jobs, settled, offerSetup } = build();
  if (options.messages) await messages.open();
  const listen = async (port: number) => {
    await app.listen({ host: '127.0.0.1', port });
    return (app.server.address() as AddressInfo).port;
  };
  const close = async () => {
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
  };
  for (const person of options.people ?? DEMO_PEOPLE) await accounts.people.create(person);
  const port = await listen(options.port ?? 0);
  const { db } = database;

  return {
    url: `http://127.0.0.1:${port}`,
    db,
    createUser: (person: NewPerson): Promise<Person> => accounts.people.create(person),
    /** Creates the demo users with half a year of activity until the time of the server in an empty database. */
    welcomeDemo: () => welcomeDemo(db, accounts.people, now()),

    /** Advances the server's clock by `seconds`. The clock of the browser does not change. */
    advance(seconds: number) {
      offsetMs += seconds * 1000;
    },
    /** Sets the server's clock, which continues from there. */
    setClock(moment: Date) {
      offsetMs = moment.getTime() - time();
    },
    /** Current time of the server. */
    now,

    /** Ends every session of a user, as after a token theft. */
    revokeSessions: ({ id }: Pick<Person, 'id'>) => accounts.revokeSessions(id),
    async setActive({ id }: Pick<Person, 'id'>, active: boolean) {
      await db.updateTable('users').set({ is_active: active }).where('id', '=', id).execute();
    },
    async deleteUser({ id }: Pick<Person, 'id'>) {
      await db.deleteFrom('users').where('id', '=', id).execute();
    },
    /** Returns the user with a phone in E.164. */
    findUser: (phone: string) =>
      db.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirstOrThrow(),
    /** Deletes all users and all their data. */
    async empty() {
      await emptyTables(db, ['users', 'organizations', 'link_codes', 'accrual_moves']);
    },
    /** Returns the path of the setup page for an empty database. */
    offerSetup: () => offerSetup(),
    /** Deletes the counters of failed sign-ins. */
    async resetLimits() {
      await db.deleteFrom('rate_limits').execute();
    },

    /** Resolves when all background writes have finished. */
    settled: () => settled(),

    /** Sends due messages, as the server does continuously. */
    deliver: () => jobs.run('deliver-messages'),
    /** Sends due events to webhooks, as the server does continuously. */
    deliverWebhooks: () => jobs.run('deliver-webhooks'),
    /** Creates the deals of new leads in the CRMs, as the server does continuously. */
    sendDeals: () => jobs.run('send-crm-deals'),
    /** Reads the deals that the CRMs reported, and applies them, as the server does continuously. */
    async readDeals() {
      await jobs.run('read-crm-deals');
      await jobs.run('apply-outside-events');
    },
    /** Returns the waiting messages by channel. */
    backlog: () => messages.backlog(),
    /** Reads the new messages to the bots. */
    readBots: () => messages.readBots(),

    /** Names of the background jobs. */
    jobNames: () => jobs.names,
    /** Deletes expired rows, as the server does every hour. */
    async prune() {
      for (const name of jobs.names) if (name.startsWith('prune-')) await jobs.run(name);
    },

    /** Adds the waiting entries of the journal to its chain, as the server does continuously. */
    sealJournal: () => jobs.run('seal-journal'),
    /** Records the holds that have ended, as the server does every minute. */
    releaseAllHolds: () => jobs.run('release-holds'),
    /** Closes the periods that have ended, as the server does every minute. */
    closePeriods: () => jobs.run('close-periods'),
    /** Checks and runs the imports that wait, as the server does every second. */
    runImports: () => jobs.run('run-imports'),
    /** Applies the received events of other systems, as the server does continuously. */
    applyOutsideEvents: () => jobs.run('apply-outside-events'),
    /** Sends due requests to the tax service. */
    async askTaxService() {
      await Promise.all([jobs.run('check-tax-statuses'), jobs.run('check-receipts')]);
    },

    /** All exchanges of refresh tokens since the start or the last reset. */
    refreshes: (): readonly RefreshEvent[] => [...refreshes],
    /** Number of exchanges by outcome. */
    refreshSpends() {
      const spends = { rotated: 0, graced: 0, reused: 0, ended: 0 };
      for (const { outcome } of refreshes) spends[outcome] += 1;
      return spends;
    },
    forgetRefreshes() {
      refreshes.length = 0;
    },

    /** Stops listening and closes all connections. The data remains. */
    pause: close,
    /** Listens again on the same port. */
    async resume() {
      ({ app, accounts, messages, jobs, settled, offerSetup } = build());
      await listen(port);
    },
    /** Stops the server. Drops the database unless it was passed in. */
    async stop() {
      await close();
      if (options.database === undefined) await database.drop();
    },
  };
}
