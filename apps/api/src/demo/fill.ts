import { sql } from 'kysely';
import { DAY_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { insertApiKey } from './api-keys.ts';
import { eventsOfBlocks, eventsOfBudget, eventsOfHolds } from './company-events.ts';
import { eventsOfClients } from './growth/client-events.ts';
import { insertGrowth } from './growth/growth-programs.ts';
import { planClients, planKitchens } from './growth/plan-growth.ts';
import { eventsOfTerms } from './growth/terms-events.ts';
import { insertJournal } from './journal.ts';
import { addLeadComments } from './leads/lead-comments.ts';
import { eventsOfLeads } from './leads/lead-events.ts';
import { planLeads } from './leads/plan-leads.ts';
import { insertClickDays, insertClicks } from './leads/visits.ts';
import { addWaitingSales } from './leads/waiting-sales.ts';
import { readMessages } from './messages.ts';
import { insertActs } from './money/acts.ts';
import { uploadStatement } from './money/bank-statement.ts';
import { eventsOfAccruals } from './money/manual-accruals.ts';
import { eventsOfOpenPayments } from './money/open-payments.ts';
import { eventsOfPaydays } from './money/paydays.ts';
import { eventsOfMethods } from './money/payout-methods.ts';
import { enterReceipts } from './money/receipts.ts';
import { insertOutsideSystems } from './outside-systems.ts';
import { type DemoPartner, insertPartners } from './partners.ts';
import { insertPrograms, PROGRAMS } from './programs.ts';
import { createRandom } from './random.ts';
import { type DemoScene, REQUEST_ID } from './scene.ts';
import { createDemoServices } from './services.ts';
import { insertSettings } from './settings.ts';
import { insertTeam } from './team.ts';
import { createMovingClock, daysBefore, play } from './timeline.ts';

const SEED = 20_260_821;
const DAYS = 182;
const OPENED_DAYS = 41;
/** Days before now on which the statistics of the query planner are updated. Plans for empty tables are slow for filled ones. */
const ANALYZED_DAYS = [170, 120];

/**
 * Creates half a year of realistic data by the services of the server, with a clock that moves through that time: 5 programs, 40 partners,
 * 620 leads. The data is the same at every start, except that dates are relative to `now`.
 */
export const fillDemo = (db: Db, organizationId: string, partner: DemoPartner, now: Date) =>
  db.transaction().execute(async (trx) => {
    const random = createRandom(SEED);
    const since = new Date(now.getTime() - DAYS * DAY_MS);
    await insertSettings(trx, organizationId, since);
    const owner = await trx
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    await insertTeam(trx, organizationId, since, now);
    await insertApiKey(trx, organizationId, owner.id, since);
    // Programs and partners are created before the first lead.
    const opened = new Date(since.getTime() - OPENED_DAYS * DAY_MS);
    const programs = await insertPrograms(trx, organizationId, PROGRAMS, random, opened);
    const [first, ...others] = await insertPartners(trx, organizationId, programs, partner, random, opened);
    if (first === undefined) return;
    const viewer = { requestId: REQUEST_ID };
    const scene: DemoScene = {
      organizationId,
      staff: { ...viewer, role: 'organization', position: 'owner', organizationId, userId: owner.id },
      partner: { ...viewer, role: 'partner', cards: [], userId: partner.id },
      programs,
      enrollments: [first, ...others],
      now,
      random,
    };
    const time = createMovingClock(opened);
    const services = createDemoServices(trx, time.clock);
    const plans = planLeads(scene, DAYS);
    const growth = await insertGrowth(trx, scene);
    const clients = planClients(growth);
    const growthPlans = [...clients.map(({ lead }) => lead), ...planKitchens(growth)];
    await insertClicks(trx, scene, [...plans, ...growthPlans]);
    await play(
      [
        ...eventsOfMethods(scene, services),
        ...eventsOfBudget(trx, scene, plans, services),
        ...eventsOfTerms(growth, services),
        ...eventsOfLeads(trx, scene, [...plans, ...growthPlans], services),
        ...eventsOfClients(trx, growth, clients, services),
        ...eventsOfBlocks(trx, scene, services),
        ...eventsOfAccruals(trx, scene, plans, services),
        ...eventsOfHolds(scene, DAYS, services),
        ...eventsOfPaydays(trx, scene, services),
        ...eventsOfOpenPayments(trx, scene, services),
        ...ANALYZED_DAYS.map((days) => ({
          at: daysBefore(now, days),
          apply: () => sql`analyze`.execute(trx),
        })),
      ],
      time,
    );
    await addLeadComments(trx, scene, services, time);
    await addWaitingSales(trx, scene);
    await insertOutsideSystems(trx, scene);
    await insertClickDays(trx, organizationId, now);
    await insertJournal(trx, organizationId, owner.id);
    await enterReceipts(trx, scene, services, time);
    await uploadStatement(trx, scene, services);
    await insertActs(trx, scene);
    await readMessages(trx, organizationId, now);
  });
