import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createRandom, type Random } from '../random.ts';
import type { DemoScene } from '../scene.ts';
import type { LeadPlan } from './plan-leads.ts';

type Source = { referrer_host: string; utm: Record<string, string> };

/** A visit of a referral page. */
export type DemoVisit = Source & {
  id: string;
  link_id: string;
  at: Date;
  visitor: string;
  is_bot: boolean;
};

/** Number of days, including the current one, for which visits are stored as rows. Earlier days have only daily figures. */
const STORED_DAYS = 14;
const BATCH = 500;
const SEED = 20_260_825;
/** Offset of Moscow, the time zone of the demo organization, from UTC. */
const MOSCOW_MS = 3 * HOUR_MS;

const SOURCES: readonly [Source, ...Source[]] = [
  { referrer_host: '', utm: {} },
  { referrer_host: 'yandex.ru', utm: {} },
  { referrer_host: 'vk.com', utm: { utm_source: 'vk', utm_medium: 'social' } },
  { referrer_host: 'vk.com', utm: { utm_source: 'vk', utm_medium: 'cpc', utm_campaign: 'osen' } },
  { referrer_host: 'dzen.ru', utm: { utm_source: 'dzen', utm_medium: 'article' } },
  { referrer_host: '', utm: { utm_source: 'telegram', utm_medium: 'messenger' } },
];

/** Start of the stored visits: midnight in Moscow. */
const startOfStoredVisits = (now: Date) =>
  new Date(Math.floor((now.getTime() + MOSCOW_MS) / DAY_MS - STORED_DAYS + 1) * DAY_MS - MOSCOW_MS);

/** Inserts visits around the recent leads as rows. Sets `visit` of leads from public pages. */
export async function insertClicks(trx: Db, { organizationId, now }: DemoScene, plans: readonly LeadPlan[]) {
  const random = createRandom(SEED);
  const since = startOfStoredVisits(now);
  const clicks: DemoVisit[] = [];
  for (const plan of plans) {
    const { linkId, at } = plan;
    if (linkId === null || at.getTime() - 10 * MINUTE_MS < since.getTime()) continue;
    const visit = (minutes: number, visitor: string, is_bot = false): DemoVisit => {
      const moment = new Date(at.getTime() - minutes * MINUTE_MS);
      return {
        id: random.id(moment),
        link_id: linkId,
        at: moment,
        visitor,
        is_bot,
        ...random.pick(SOURCES),
      };
    };
    const own = visit(1 + random.below(9), createVisitor(random));
    plan.visit = own;
    clicks.push(own);
    for (let other = 4 + random.below(4); other > 0; other -= 1) {
      const [visitor, minutes] = [createVisitor(random), 30 + random.below(600)];
      clicks.push(visit(minutes, visitor));
      if (random.chance(0.6)) clicks.push(visit(minutes - 1 - random.below(29), visitor));
    }
    if (random.chance(0.8)) clicks.push(visit(random.below(600), createVisitor(random), true));
  }
  const rows = withFirstVisits(clicks.filter((click) => click.at >= since));
  for (let from = 0; from < rows.length; from += BATCH) {
    await trx
      .insertInto('clicks')
      .values(
        rows.slice(from, from + BATCH).map(({ utm, ...row }) => ({
          ...row,
          utm: JSON.stringify(utm),
          organization_id: organizationId,
        })),
      )
      .execute();
  }
}

const createVisitor = (random: Random) =>
  Array.from({ length: 4 }, () =>
    random
      .below(2 ** 16)
      .toString(16)
      .padStart(4, '0'),
  ).join('');

/** Marks a visit as unique when the visitor has no other visit within the day before it. */
function withFirstVisits(clicks: readonly DemoVisit[]) {
  const seen = new Map<string, number>();
  return clicks
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map((click) => {
      const key = `${click.link_id} ${click.visitor}`;
      const isFirst = click.at.getTime() - (seen.get(key) ?? 0) >= DAY_MS;
      if (!click.is_bot) seen.set(key, click.at.getTime());
      return { ...click, is_unique: isFirst && !click.is_bot };
    });
}

/** Inserts daily figures: from the stored visits for recent days, otherwise about twelve visits for each lead. */
export async function insertClickDays(trx: Db, organizationId: string, now: Date) {
  await sql`
    insert into click_days (organization_id, link_id, day, clicks, unique_clicks)
    select organization_id, link_id, (created_at at time zone 'Europe/Moscow')::date,
      sum(8 + number % 9)::int, sum(5 + number % 4)::int
    from leads
    where organization_id = ${organizationId} and link_id is not null and created_at < ${startOfStoredVisits(now)}
    group by 1, 2, 3
    union all
    select organization_id, link_id, (at at time zone 'Europe/Moscow')::date,
      count(*)::int, (count(*) filter (where is_unique))::int
    from clicks
    where organization_id = ${organizationId} and not is_bot
    group by 1, 2, 3`.execute(trx);
}
