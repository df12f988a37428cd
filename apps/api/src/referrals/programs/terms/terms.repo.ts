import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Reward, RewardEvent, RewardRule } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/errors.ts';
import { ruleOfReward } from '../program-draft.ts';

type Of = { organizationId: string; programId: string; at: Date };

/** Reward of a program, a group or one partner. */
export type Rule = {
  reward: Reward;
  event: RewardEvent;
  /** Whose terms they are, in Russian. Default: those of the program. */
  label?: string;
  /** Overrides the days of the program. */
  holdDays?: number | null;
};

const nextVersion = (of: Of, table: 'reward_rules' | 'consent_texts') =>
  sql<number>`(
    select coalesce(max(version), 0) + 1 from ${sql.table(table)}
    where organization_id = ${of.organizationId} and program_id = ${of.programId})`;

async function checkLinks(db: Db, { organizationId, programId }: Of, lines: RewardRule['lines']) {
  const named = [...new Set(lines?.flatMap(({ when }) => when.links ?? []))];
  if (named.length === 0) return;
  const links = await db
    .selectFrom('links')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('program_id', '=', programId)
    .where('id', 'in', named)
    .execute();
  const known = new Set(links.map(({ id }) => id));
  const wrong = lines?.findIndex(({ when }) => when.links?.some((id) => !known.has(id))) ?? -1;
  if (wrong >= 0) throw invalid({ [`reward.lines.${wrong}.when.links`]: ['Ссылка не найдена.'] });
}

/** Queries for the terms of a program. Versions are added and never changed. */
export const termsRepo = (db: Db) => ({
  /**
   * @returns the id of the new version.
   * @throws ApiError 400 for a link of another program in a line.
   */
  async addRule(
    of: Of,
    { reward, event, label = '', holdDays = null }: Rule,
    userId: string,
  ): Promise<string> {
    const [id, rule] = [randomUUIDv7(), ruleOfReward(reward)];
    await checkLinks(db, of, rule.lines);
    await db
      .insertInto('reward_rules')
      .values({
        organization_id: of.organizationId,
        program_id: of.programId,
        id,
        version: nextVersion(of, 'reward_rules'),
        event,
        ...rule,
        tiers: rule.tiers && JSON.stringify(rule.tiers),
        lines: rule.lines && JSON.stringify(rule.lines),
        label,
        hold_days: holdDays,
        created_by: userId,
        created_at: of.at,
      })
      .execute();
    return id;
  },

  /** @returns the id of the new version; null for an empty text, which creates no version. */
  async addConsent(of: Of, text: string): Promise<string | null> {
    if (text === '') return null;
    const id = randomUUIDv7();
    await db
      .insertInto('consent_texts')
      .values({
        organization_id: of.organizationId,
        program_id: of.programId,
        id,
        version: nextVersion(of, 'consent_texts'),
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
        created_at: of.at,
      })
      .execute();
    return id;
  },
});
