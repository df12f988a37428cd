import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { createLead } from './leads.ts';
import { type DemoPartner, type DemoPlace, enterPartners } from './partners.ts';
import { enterPrograms } from './programs.ts';
import { createRandom, type Random } from './random.ts';

const SEED = 20_260_821;
const LEADS = 2000;
const DAYS = 182;
const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/**
 * Half a year of a believable organization: 3 programs, 40 partners, 2,000 leads. The same at every start, but for the dates, which
 * lead up to `now`.
 */
export const fillDemo = (db: Db, organizationId: string, partner: DemoPartner, now: Date) =>
  db.transaction().execute(async (trx) => {
    const random = createRandom(SEED);
    const since = new Date(now.getTime() - DAYS * DAY_MS);
    await trx
      .updateTable('organizations')
      .set({ name: 'Домашний мастер', privacy_policy_url: 'https://example.ru/privacy' })
      .where('id', '=', organizationId)
      .execute();
    const programs = await enterPrograms(trx, organizationId, random, since);
    const places = await enterPartners(trx, organizationId, programs, partner, random, since);
    await enterLeads(trx, organizationId, places, random, since, now);
    await enterVisits(trx, organizationId);
  });

async function enterLeads(
  trx: Db,
  organizationId: string,
  places: readonly DemoPlace[],
  random: Random,
  since: Date,
  now: Date,
) {
  const [first, ...others] = places;
  if (first === undefined) return;
  const span = now.getTime() - since.getTime() - DAY_MS;
  const leads = Array.from({ length: LEADS }, (_, index) => {
    const at = new Date(
      since.getTime() + DAY_MS + Math.floor((span * (index + random.below(1000) / 1000)) / LEADS),
    );
    return createLead(organizationId, index + 1, at, now, random.pick([first, ...others]), random);
  });
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
      .values(batch.map(({ consent }) => consent))
      .execute();
  }
  await trx
    .insertInto('counters')
    .values({ organization_id: organizationId, kind: 'lead', value: LEADS })
    .execute();
}

/** Some twelve visits for every lead, in the daily figures alone. */
async function enterVisits(trx: Db, organizationId: string) {
  await sql`
    insert into click_days (organization_id, link_id, day, clicks, unique_clicks)
    select organization_id, link_id, (created_at at time zone 'Europe/Moscow')::date,
      sum(8 + number % 9)::int, sum(5 + number % 4)::int
    from leads where organization_id = ${organizationId}
    group by 1, 2, 3`.execute(trx);
}
