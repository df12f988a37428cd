import { describeReward } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { notifyAll } from '../../../messages/index.ts';
import { readToday } from '../../../organization/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { formatDay } from '../../../platform/russian-format.ts';
import { REWARD_RULE_COLUMNS } from '../programs.repo.ts';
import { ownRule } from './own-rule.ts';
import { optionalRuleView } from './rule-view.ts';

type Change = { organizationId: string; programId: string; actorId: string; at: Date };
type Rate = { partnerId: string; program: string; text: string };

/** Number of partners that are notified in one statement. */
const BATCH = 500;

/** Rewards by enrollment, in Russian, that new leads of partners who take part in a program earn now. */
async function readRates(
  trx: Db,
  { organizationId, programId, at }: Change,
  enrollmentIds: readonly string[],
): Promise<Map<string, Rate>> {
  const rows = await trx
    .selectFrom('enrollments as e')
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .innerJoin('programs as p', (join) =>
      join.onRef('p.organization_id', '=', 'e.organization_id').onRef('p.id', '=', 'e.program_id'),
    )
    .innerJoin('reward_rules as r', (join) =>
      join
        .onRef('r.organization_id', '=', 'e.organization_id')
        .on('r.id', '=', sql<string>`coalesce(${ownRule(at)}, p.reward_rule_id)`),
    )
    .select(REWARD_RULE_COLUMNS)
    .select(['e.id', 'e.partner_id', 'r.event', 'p.name as program'])
    .where('e.organization_id', '=', organizationId)
    .where('e.program_id', '=', programId)
    .where('e.status', '=', 'active')
    .where(sql<boolean>`e.id = any(${enrollmentIds}::uuid[])`)
    .execute();
  return new Map(
    rows.flatMap(({ id, partner_id: partnerId, event, program, ...columns }) => {
      const rule = optionalRuleView(columns);
      return rule === null ? [] : [[id, { partnerId, program, text: describeReward(rule, event) }]];
    }),
  );
}

/** Makes a change of groups, and notifies the partners of these enrollments whose rate changes by it. */
export async function withRateMessages<Result>(
  trx: Db,
  change: Change,
  enrollmentIds: readonly string[],
  apply: () => Promise<Result>,
): Promise<Result> {
  const before = await readRates(trx, change, enrollmentIds);
  const result = await apply();
  const changed = [...(await readRates(trx, change, enrollmentIds))]
    .filter(([id, { text }]) => before.get(id)?.text !== text)
    .map(([, rate]) => rate);
  if (changed.length === 0) return result;
  const today = await readToday(trx, change.organizationId, change.at);
  for (let from = 0; from < changed.length; from += BATCH)
    await notifyOfRates(trx, change, changed.slice(from, from + BATCH), today);
  return result;
}

/** Notifies a partner of its personal rate. */
export async function notifyOfPersonalRate(
  trx: Db,
  change: Change,
  { partnerId, text }: Omit<Rate, 'program'>,
  { starts_on, ends_on }: { starts_on: string; ends_on: string | null },
) {
  const { name: program } = await trx
    .selectFrom('programs')
    .select('name')
    .where('organization_id', '=', change.organizationId)
    .where('id', '=', change.programId)
    .executeTakeFirstOrThrow();
  await notifyOfRates(trx, change, [{ partnerId, program, text }], starts_on, ends_on);
}

const notifyOfRates = (
  trx: Db,
  { organizationId, programId, actorId, at }: Change,
  rates: readonly Rate[],
  from: string,
  until: string | null = null,
) =>
  notifyAll(
    trx,
    { event: 'terms_changed', organizationId, actorId, at },
    rates.map(({ partnerId, program, text }) => ({
      partner: {
        title: 'Новая ставка',
        text: `Ваша ставка по программе «${program}» с ${formatDate(from)}${until === null ? '' : ` по ${formatDate(until)}`}: ${text}.`,
        path: `/referral/program/${programId}`,
        cardId: partnerId,
      },
    })),
  );

const formatDate = (day: string) => formatDay(new Date(day), 'UTC');
