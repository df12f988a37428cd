import { DAY_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { generateMoments } from './calendar.ts';
import { enterJournal } from './journal.ts';
import { enterLeadComments } from './leads/lead-comments.ts';
import { createLead, type DemoLead, type DemoScene } from './leads/leads.ts';
import { enterClickDays, enterClicks } from './leads/visits.ts';
import { enterMessages } from './messages.ts';
import { enterActs } from './money/acts.ts';
import { enterMoney } from './money/money.ts';
import { enterReceipts } from './money/receipts.ts';
import { enterRegistries } from './money/registries.ts';
import { type DemoPartner, enterPartners } from './partners.ts';
import { enterPrograms } from './programs.ts';
import { createRandom } from './random.ts';
import { enterSettings } from './settings.ts';
import { enterTeam } from './team.ts';

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
    await enterSettings(trx, organizationId, since);
    const staff = await trx
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    await enterTeam(trx, organizationId, since, now);
    // Programs and partners are created before the first lead.
    const opened = new Date(since.getTime() - OPENED_DAYS * DAY_MS);
    const programs = await enterPrograms(trx, organizationId, random, opened);
    const [first, ...others] = await enterPartners(trx, organizationId, programs, partner, random, opened);
    if (first === undefined) return;
    const enrollments = [first, ...others] as const;
    const users = { staffId: staff.id, partnerUserId: partner.id };
    const scene = { organizationId, ...users, enrollments, now, random };
    const leads = createLeads(scene, since);
    await enterClicks(trx, leads, now, random);
    await enterLeads(trx, organizationId, leads);
    await enterLeadComments(trx, organizationId, leads, users.staffId, now);
    await enterMoney(trx, scene, programs, leads);
    await enterClickDays(trx, organizationId, now);
    await enterMessages(trx, organizationId, users.staffId, now);
    await enterJournal(trx, organizationId, users.staffId);
    await enterReceipts(trx, organizationId, now);
    await enterRegistries(trx, organizationId, users.staffId, random, now);
    await enterActs(trx, organizationId, users, now);
  });

function createLeads(scene: DemoScene, since: Date): DemoLead[] {
  const leads: DemoLead[] = [];
  for (const at of generateMoments(LEADS, since, scene.now, scene.random)) {
    leads.push(createLead(scene, leads.length + 1, at, leads));
  }
  return leads;
}

async function enterLeads(trx: Db, organizationId: string, leads: readonly DemoLead[]) {
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
