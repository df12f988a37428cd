import { join } from 'node:path';
import { migrations } from '../../../src/database/migrations/index.ts';
import { type Db, openPostgres } from '../../../src/platform/db/db.ts';
import { openEmbedded } from '../../../src/platform/db/embedded.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { startTestServer } from '../../../src/testing.ts';
import type { ServerProcess } from '../../faults/processes.ts';
import { startServer } from '../../faults/processes.ts';
import { createClient } from '../../setup/client.ts';
import { createLedger, newPartners, newProgram, START } from '../../setup/ledger.ts';
import { createMoneyProblems } from '../../setup/money-problems.ts';

/** The owner of the company. */
export const PERSON = { phone: '+79035550101', password: 'a password for tests' };
const SETTINGS = {
  APP_MODE: 'production',
  SECRET_KEY: 'a key for drills, long enough to be one',
  ACCESS_TTL_SECONDS: '86400',
  LOG_LEVEL: 'silent',
};

/** An organization whose partners earn without a hold and can be paid. */
export type Company = { organizationId: string; program: string; partners: string[] };

/** Migrates a database and creates the company and the functions that find money problems. */
export async function insertCompany(db: Db, partners = 4): Promise<Company> {
  await migrate(db, migrations);
  await createMoneyProblems(db);
  const database = { db, drop: async () => undefined };
  const server = await startTestServer({ database, people: [] });
  const { id: userId } = await server.createUser({ ...PERSON, role: 'organization' });
  const { organization_id } = await server.findUser(PERSON.phone);
  await server.stop();
  const organizationId = organization_id ?? '';
  await db
    .updateTable('organizations')
    .set({
      privacy_policy_url: 'https://example.ru/privacy',
      default_min_payout_kop: 0,
      // Individuals cannot be paid without it.
      withholds_tax_since: START,
    })
    .where('id', '=', organizationId)
    .execute();
  const staff = { role: 'organization', position: 'owner', organizationId, userId, requestId: '' } as const;
  const ledger = createLedger(db);
  const program = await newProgram(ledger, staff, { hold_days: 0 });
  const people = await newPartners(ledger, staff, [program], partners);
  return { organizationId, program, partners: people.map(({ id }) => id) };
}

/** Opens the database of a stopped server, calls `read` and closes the database. */
export async function withDatabase<Result>(
  source: { folder: string } | { url: string },
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db =
    'url' in source
      ? openPostgres(source.url, () => undefined)
      : await openEmbedded(join(source.folder, 'database'), (error) => {
          throw error;
        });
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

/** Starts a server of the company with its data in a folder or in PostgreSQL. */
export const startCompanyServer = (
  folder: string,
  url?: string,
  more: Record<string, string> = {},
): ServerProcess =>
  startServer(folder, { ...SETTINGS, ...(url !== undefined && { DATABASE_URL: url }), ...more });

/** Signs in the owner. @returns an access token. */
export async function signInOwner(url: string): Promise<string> {
  const { status, body } = await createClient({ url }).login(PERSON);
  if (status !== 200) throw new Error(`sign-in responded ${status}: ${JSON.stringify(body)}`);
  return (body as { access: string }).access;
}
