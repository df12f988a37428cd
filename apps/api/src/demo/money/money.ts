import { sumAmounts } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { DemoLead, DemoScene } from '../leads/leads.ts';
import { BLOCKED_DAYS, type DemoCard } from '../partners.ts';
import type { DemoProgram } from '../programs.ts';
import { buildTimeline, createReviewRule } from '../timeline.ts';
import { createLedger, type DemoLedger, daysBefore } from './ledger.ts';
import { createMethods, type DemoMethod } from './payout-methods.ts';
import { createPayouts } from './payouts.ts';
import { createDemoRewards } from './rewards.ts';

const BATCH = 500;
/** Spent share of the budget of one program. It is high enough for a task on the home page. */
const SPENT_SHARE = 0.92;
const BUDGETED_PROGRAM = 1;
const ROUND_KOP = 1_000_000;

/** Inserts accruals of demo leads, payout methods and payments. */
export async function insertMoney(
  trx: Db,
  scene: DemoScene,
  programs: readonly DemoProgram[],
  leads: readonly DemoLead[],
) {
  const { organizationId, now, random } = scene;
  const organization = await trx
    .selectFrom('organizations')
    .select(['time_zone', 'default_min_payout_kop'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const cards = [...new Set(scene.enrollments.map(({ card }) => card))];
  const methods = new Map(cards.map((card) => [card, createMethods(organizationId, card, now, random)]));
  await trx
    .insertInto('payout_methods')
    .values([...methods.values()].flatMap(([first]) => first ?? []))
    .execute();
  const ledger = createLedger(trx, organizationId, random);
  const leadTransitioned = createDemoRewards(
    ledger,
    organization.time_zone,
    createReviewRule(scene, programs),
  );
  const payouts = createPayouts(trx, scene, ledger, organization);
  const handlers = { ledger, leadTransitioned, payouts, ...changesOfPartners(trx, scene) };
  for (const { apply } of buildTimeline(scene, leads, cards, methods, handlers)) await apply();
  ledger.mature(now);
  await ledger.save();
  await insertClaims(trx, organizationId, ledger);
  await setRewardIds(trx, organizationId, leads);
  await setBudget(trx, organizationId, programs[BUDGETED_PROGRAM]?.id ?? '', ledger);
}

async function insertClaims(trx: Db, organizationId: string, { accruals, ...ledger }: DemoLedger) {
  const claims = ledger.claims();
  for (let from = 0; from < claims.length; from += BATCH) {
    await trx
      .insertInto('claims')
      .values(claims.slice(from, from + BATCH))
      .execute();
  }
  await trx
    .insertInto('counters')
    .values({ organization_id: organizationId, kind: 'accrual', value: accruals.length })
    .execute();
}

/** Changes of partners that payments depend on. */
const changesOfPartners = (trx: Db, { organizationId, now }: DemoScene) => ({
  async changeMethod(method: DemoMethod) {
    await trx
      .updateTable('payout_methods')
      .set({ default_since: null })
      .where('organization_id', '=', organizationId)
      .where('partner_id', '=', method.partner_id)
      .execute();
    await trx.insertInto('payout_methods').values(method).execute();
  },

  async block({ id }: DemoCard) {
    await trx
      .updateTable('partners')
      .set({
        status: 'blocked',
        status_reason: 'Заявки с одного адреса',
        updated_at: daysBefore(now, BLOCKED_DAYS),
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  },
});

/** Sets `reward_id` of leads, which are inserted before their rewards. */
async function setRewardIds(trx: Db, organizationId: string, leads: readonly DemoLead[]) {
  const rewarded = leads.map(({ lead }) => lead).filter(({ reward_id }) => reward_id);
  await sql`
    update leads set reward_id = named.reward_id
    from unnest(${rewarded.map(({ id }) => id)}::uuid[], ${rewarded.map(({ reward_id }) => reward_id)}::uuid[])
      named (id, reward_id)
    where leads.organization_id = ${organizationId} and leads.id = named.id`.execute(trx);
}

async function setBudget(trx: Db, organizationId: string, programId: string, { accruals }: DemoLedger) {
  const spent = sumAmounts(
    accruals.filter(({ program_id, status }) => program_id === programId && status !== 'canceled'),
  );
  await trx
    .updateTable('programs')
    .set({ budget_kop: Math.round(spent / SPENT_SHARE / ROUND_KOP) * ROUND_KOP })
    .where('organization_id', '=', organizationId)
    .where('id', '=', programId)
    .execute();
}
