import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { toSettings } from '../config/settings.ts';
import { openDatabase } from '../database/open-database.ts';
import { seedBulkPartners } from '../demo/bulk-partners.ts';
import { DEMO_PEOPLE } from '../demo/people.ts';
import { welcomeDemo } from '../demo/welcome.ts';
import { createAccounts } from '../people/index.ts';
import { systemClock } from '../platform/clock.ts';
import { runCommand } from './command.ts';

const USAGE = `Добавляет демонстрационной организации много лидов, чтобы увидеть, как быстро открываются списки.
Сервер на это время остановите.

  node apps/api/src/cli/seed.ts --leads 100000
`;
const MAX_LEADS = 10_000_000;

function readLeads(): number {
  try {
    const { leads } = parseArgs({ options: { leads: { type: 'string' } } }).values;
    const count = Number(leads);
    if (Number.isInteger(count) && count > 0 && count <= MAX_LEADS) return count;
  } catch {
    // An unknown option is reported in the same way as a missing one.
  }
  throw new Error(USAGE);
}

async function main() {
  const leads = readLeads();
  const config = readConfig(process.env);
  if (config.MODE !== 'demo') throw new Error('В режиме production вымышленные лиды не добавляются.');
  const { db, close } = await openDatabase(config, () => undefined);
  try {
    const settings = toSettings(config).accounts;
    const { people } = createAccounts({ db, clock: systemClock, settings, captcha: undefined });
    await welcomeDemo(db, people);
    const owner = await db
      .selectFrom('users')
      .select('organization_id')
      .where('phone', '=', DEMO_PEOPLE[0]?.phone ?? '')
      .executeTakeFirst();
    if (!owner?.organization_id) throw new Error('В этой базе данных нет демонстрационной организации.');
    await seedBulkPartners(db, owner.organization_id, leads, systemClock(), (count) =>
      process.stdout.write(`Лидов добавлено: ${count}\n`),
    );
  } finally {
    await close();
  }
}

await runCommand(main);
