import { DAY_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { generateMoments } from './calendar.ts';
import { insertJournal } from './journal.ts';
import { insertLeadComments } from './leads/lead-comments.ts';
import { createLead, type DemoLead, type DemoScene } from './leads/leads.ts';
import { insertClickDays, insertClicks } from './leads/visits.ts';
import { insertMessages } from './messages.ts';
import { insertActs } from './money/acts.ts';
import { insertMoney } from './money/money.ts';
import { insertReceipts } from './money/receipts.ts';
import { insertRegistries } from './money/registries.ts';
import { type DemoPartner, insertPartners } from './partners.ts';
import { insertPrograms } from './programs.ts';
import { createRandom } from './random.ts';
import { insertSettings } from './settings.ts';
import { insertTeam } from './team.ts';

const SEED = 20_260_821;
const LEADS = 2000;
const DAYS = 182;
const OPENED_DAYS = 41;
const BATCH = 500;

/**
 * Inserts half a year of realistic data: 3 programs, 40 partners, 2,000 leads. The data is the same at every start, except that dates are
 * relative to `now`.
 */
export const fillDemo = (db: Db, organizationId: string, partner: DemoPartner, now: Date) =>
  db.transaction().execute(async (trx) => {
    const random = createRandom(SEED);
    const since = new Date(now.getTime() - DAYS * DAY_MS);
    await insertSettings(trx, organizationId, since);
    const staff = await trx
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    await insertTeam(trx, organizationId, since, now);
    // Programs and partners are created before the first lead.
    const opened = new Date(since.getTime() - OPENED_DAYS * DAY_MS);
    const programs = await insertPrograms(trx, organizationId, random, opened);
    const [first, ...others] = await insertPartners(trx, organizationId, programs, partner, random, opened);
    if (first === undefined) return;
    const enrollments = [first, ...others] as const;
    const users = { staffId: staff.id, partnerUserId: partner.id };
    const scene = { organizationId, ...users, enrollments, now, random };
    const leads = createLeads(scene, since);
    await insertClicks(trx, leads, now, random);
    await insertLeads(trx, organizationId, leads);
    await insertLeadComments(trx, organizationId, leads, users.staffId, now);
    await insertMoney(trx, scene, programs, leads);
    await insertClickDays(trx, organizationId, now);
    await insertMessages(trx, organizationId, users.staffId, now);
    await insertJournal(trx, organizationId, users.staffId);
    await insertReceipts(trx, organizationId, now);
    await insertRegistries(trx, organizationId, users.staffId, random, now);
    await insertActs(trx, organizationId, users, now);
  });

function createLeads(scene: DemoScene, since: Date): DemoLead[] {
  const leads: DemoLead[] = [];
  for (const at of generateMoments(LEADS, since, scene.now, scene.random)) {
    leads.push(createLead(scene, leads.length + 1, at, leads));
  }
  return leads;
}

async function insertLeads(trx: Db, organizationId: string, leads: readonly DemoLead[]) {
  for (let from = 0; from < leads.length; from += BATCH) {
    const batch = leads.slice(from, from + BATCH);
    await trx
      .insertInto('leads')
      .values(batch.map(({ lead }) => lead))
      .execute();
    await trx
      .insertInto('lead_events')
      .values(batch.flatMap(({ events }) => events))
      .execute();
    await trx
      .insertInto('consents')
      .values(batch.flatMap(({ consents }) => consents))
      .execute();
  }
  await trx
    .insertInto('counters')
    .values({ organization_id: organizationId, kind: 'lead', value: LEADS })
    .execute();
}
